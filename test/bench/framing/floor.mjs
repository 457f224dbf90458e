// The floor: keeps the chunks, joins and decodes them once, parses.
export function create(onMessage) {
  let kept = [];
  return {
    push(chunk) {
      if (chunk.at(-1) !== 10) {
        kept.push(chunk);
        return;
      }
      const message = JSON.parse(Buffer.concat([...kept, chunk]).toString("utf8"));
      kept = [];
      onMessage(message);
    },
  };
}
