/**
 * A page that lists the tools of a server and calls them, with a form made from each input schema. Bundled for the browser, as
 * `browser-page-server.ts` does it; the server is of another origin and allows this page's:
 * `serveHttp(server, { cors: true, allowedOrigins: [location.origin] })`. `?server=URL` connects at once.
 */
import { connect, type Client } from "@mcpwire/client";
import { http } from "@mcpwire/streamable-http";
import { fieldsOf, valueOf, type Field } from "./browser-page/form-fields.js";

const form = document.querySelector("form");
const status = document.querySelector("output");
const tools = document.querySelector("main");
let client: Client | undefined;

form?.addEventListener("submit", (event) => {
  event.preventDefault();
  void open(String(new FormData(form).get("url")));
});

const asked = new URLSearchParams(location.search).get("server");
const address = form?.elements.namedItem("url");
if (asked !== null && address instanceof HTMLInputElement) {
  address.value = asked;
  void open(asked);
}

async function open(url: string): Promise<void> {
  await client?.close();
  tools?.replaceChildren();
  say(status, "Connecting …");
  try {
    const opened = await connect(http(url));
    client = opened;
    const listed = await opened.tools().all();
    say(status, `${opened.serverInfo?.name ?? "The server"} speaks ${opened.revision} and has ${listed.length} tools.`);
    for (const { name, title, description, inputSchema } of listed) {
      const [card, fields, run, result] = [make("article"), make("form"), make("button"), make("output")];
      run.textContent = "Call";
      const inputs = fieldsOf(inputSchema).map((field) => ({ field, input: inputFor(field) }));
      fields.append(...inputs.map(({ field, input }) => labelled(field, input)), run, result);
      fields.addEventListener("submit", (event) => {
        event.preventDefault();
        void call(opened, name, inputs, result);
      });
      card.append(make("h2", title ?? name), make("small", description ?? ""), fields);
      tools?.append(card);
    }
  } catch (error) {
    say(status, error instanceof Error ? error.message : String(error), true);
  }
}

type Inputs = readonly { readonly field: Field; readonly input: Control }[];

async function call(opened: Client, name: string, inputs: Inputs, output: HTMLOutputElement): Promise<void> {
  try {
    const entries = inputs.flatMap(({ field, input }): [string, unknown][] => {
      const value = valueOf(
        field,
        input instanceof HTMLInputElement && input.type === "checkbox" ? input.checked : input.value,
      );
      return value === undefined ? [] : [[field.name, value]];
    });
    const result = await opened.callTool(name, Object.fromEntries(entries), {
      onProgress: ({ progress, total }) => say(output, `${progress} of ${total ?? "?"} …`),
    });
    // As text and never as markup: it comes from elsewhere.
    const said = result.content.map((block) => (block.type === "text" ? block.text : `[${block.type}]`)).join("\n");
    say(output, said, result.isError === true);
  } catch (error) {
    say(output, error instanceof Error ? error.message : String(error), true);
  }
}

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

function inputFor(field: Field): Control {
  if (field.kind === "choice") {
    const select = make("select");
    const options = field.isRequired ? field.choices : ["", ...field.choices];
    select.append(...options.map((choice) => new Option(choice)));
    return select;
  }
  const input = field.kind === "json" ? make("textarea") : make("input");
  if (input instanceof HTMLInputElement) {
    input.type = field.kind === "flag" ? "checkbox" : field.kind === "number" ? "number" : "text";
    if (field.kind === "number") input.step = field.isInteger ? "1" : "any";
  }
  input.required = field.isRequired && field.kind !== "flag";
  return input;
}

function labelled(field: Field, input: Control): HTMLLabelElement {
  const label = make("label", `${field.title}${field.isRequired ? "" : " (optional)"} `);
  input.name = field.name;
  label.append(input, make("small", field.description));
  return label;
}

function make<Name extends keyof HTMLElementTagNameMap>(name: Name, text = ""): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  element.textContent = text;
  return element;
}

function say(output: HTMLElement | null, text: string, hasFailed = false): void {
  if (output === null) return;
  output.textContent = text;
  output.classList.toggle("failed", hasFailed);
}
