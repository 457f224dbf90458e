// Brings the JSON Schema Test Suite into .cache: the source distribution of Python's `jsonschema` carries it, and no npm package has
// a recent one. Needs Python 3 with pip, and tar; does nothing where the suite is there already.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, renameSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const version = "4.26.0";
const cache = fileURLToPath(new URL("../../.cache/json-schema-test-suite/", import.meta.url));
const suite = join(cache, version);

if (!existsSync(suite)) {
  console.log(`json-schema: bringing the suite that jsonschema ${version} carries …`);
  mkdirSync(cache, { recursive: true });
  must("python3", [
    "-m",
    "pip",
    "download",
    "--quiet",
    "--no-deps",
    "--no-binary",
    "jsonschema",
    "-d",
    cache,
    `jsonschema==${version}`,
  ]);
  const archive = readdirSync(cache).find((name) => name.endsWith(".tar.gz"));
  must("tar", ["xzf", join(cache, archive ?? ""), "-C", cache, `jsonschema-${version}/json`]);
  renameSync(join(cache, `jsonschema-${version}`, "json"), suite);
}

function must(command, args) {
  const { status, error, stderr } = spawnSync(command, args, { encoding: "utf8" });
  if (status !== 0) throw new Error(`${command} ${args.join(" ")} failed: ${error?.message ?? stderr}`);
}
