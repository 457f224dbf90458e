// What a user gets: packs every package and looks at the tarballs, installs them with each package manager, imports every entry on
// every Node, compiles a consumer with each TypeScript, and holds sizes against their budgets.
//   node test/package/main.mjs
// Needs a build. Exits with 1 where a step fails.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { installRuntimes } from "../runtimes/install.mjs";
import { checkCompilers } from "./compilers.mjs";
import { checkInstallSize } from "./install-size.mjs";
import { checkManagers } from "./managers.mjs";
import { published } from "./published.mjs";
import { checkSizes } from "./sizes.mjs";

installRuntimes();
const folder = mkdtempSync(join(tmpdir(), "mcpwire-packages-"));
try {
  const out = join(folder, "packed");
  const pack = spawnSync(process.execPath, [fileURLToPath(new URL("pack.mjs", import.meta.url)), "--keep", out], {
    stdio: "inherit",
  });
  const packed = published().map((item) => {
    const tarball = readdirSync(join(out, item.name)).find((file) => file.endsWith(".tgz"));
    return { ...item, tarball: join(out, item.name, tarball) };
  });
  let isSound = pack.status === 0;
  for (const [name, check] of Object.entries({
    "package managers": checkManagers,
    compilers: checkCompilers,
    "install size": checkInstallSize,
    "bundle sizes": checkSizes,
  })) {
    const began = Date.now();
    const faults = await check(folder, packed);
    const seconds = ((Date.now() - began) / 1000).toFixed(1);
    console.log(`packages: ${name} ${faults.length === 0 ? "passed" : "FAILED"} in ${seconds} s`);
    for (const fault of faults) console.error(`  ${fault}`);
    isSound &&= faults.length === 0;
  }
  process.exitCode = isSound ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
