// The suite imports globSync from "fs" by name, which Node 20 lacks; only its repository audit calls it. On Node 20 this hook gives
// the suite an "fs" that has the name; newer Nodes are left alone.
import fs from "node:fs";
import { register } from "node:module";

if (typeof fs.globSync !== "function") {
  const source =
    "export * from 'node:fs'; export { default } from 'node:fs';" +
    "export const globSync = () => { throw new Error('globSync needs Node 22'); };";
  const hook = `export async function resolve(name, context, next) {
    if (name === 'fs' && /conformance\\/dist\\/[^/]+\\.js$/.test(context.parentURL ?? '')) {
      return { url: 'data:text/javascript,${encodeURIComponent(source).replaceAll("'", "%27")}', shortCircuit: true };
    }
    return next(name, context);
  }`;
  register(`data:text/javascript,${encodeURIComponent(hook)}`);
}
