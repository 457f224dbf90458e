// Where the native part of Lambda's client cannot be built: the same three functions over Node's own HTTP. Loaded before the client.
const Module = require("node:module");

const api = `http://${process.env.AWS_LAMBDA_RUNTIME_API}/2018-06-01/runtime/invocation`;
let said = Promise.resolve();

function say(path, headers, body) {
  said = said.then(() => fetch(`${api}/${path}`, { method: "POST", headers, body })).then((answer) => answer.text());
}

const native = {
  async next() {
    await said;
    const answer = await fetch(`${api}/next`);
    return { bodyJson: await answer.text(), headers: Object.fromEntries(answer.headers) };
  },
  done: (id, body) => say(`${id}/response`, {}, body),
  error: (id, body, cause) => say(`${id}/error`, { "lambda-runtime-function-xray-error-cause": cause }, body),
};

const load = Module._load;
Module._load = (name, ...more) => (name === "./rapid-client.node" ? native : load(name, ...more));
