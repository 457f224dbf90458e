// What a release writes into a package's changelog: the sentences for users, without hashes and without a list of siblings, which
// all have the same version anyway.
exports.getReleaseLine = async ({ summary }) => {
  const [first, ...more] = summary.trim().split("\n");
  return [`- ${first}`, ...more.map((line) => (line === "" ? "" : `  ${line}`))].join("\n");
};
exports.getDependencyReleaseLine = async () => "";
