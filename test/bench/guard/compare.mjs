// Measured allocations against the baseline.

/** Measured numbers differ by less than a hundredth between runs; what is beyond this was made by a change. */
export const tolerance = 0.04;

/** What is wrong, one sentence each; nothing where everything is as the baseline has it. */
export function faultsOf(measured, baseline) {
  const missing = Object.keys(baseline).filter((name) => measured[name] === undefined);
  return [
    ...missing.map((name) => `${name} is in the baseline, and was not measured`),
    ...Object.entries(measured).flatMap(([name, bytes]) => {
      const expected = baseline[name];
      if (!Number.isFinite(bytes)) return [`${name} gave no number`];
      if (expected === undefined) return [`${name} has no baseline`];
      const change = bytes / expected - 1;
      if (change > tolerance) return [`${name} allocates ${percent(change)} more than its baseline`];
      return [];
    }),
  ];
}

/** What has become so much better that it can be lost again unseen, unless it is taken as the baseline. */
export function winsOf(measured, baseline) {
  return Object.entries(measured).flatMap(([name, bytes]) => {
    const change = bytes / baseline[name] - 1;
    return change < -tolerance ? [`${name} allocates ${percent(-change)} less than its baseline`] : [];
  });
}

function percent(part) {
  return `${(part * 100).toFixed(1)} %`;
}
