import { describe, expect, it } from "vitest";
import { childEnvironment } from "./child-environment.js";

describe("the environment of a child", () => {
  it.each([
    ["inherits only what is on the list", { HOME: "/h", TOKEN: "t" }, {}, "linux", { HOME: "/h" }],
    ["has own entries over inherited ones", { PATH: "/a" }, { PATH: "/b", X: "1" }, "linux", { PATH: "/b", X: "1" }],
    ["loses a name that is set to undefined", { PATH: "/a", HOME: "/h" }, { HOME: undefined }, "linux", { PATH: "/a" }],
    ["tells names apart by case on POSIX", { path: "/a" }, { Path: "/b" }, "darwin", { Path: "/b" }],
    [
      "does not on Windows, where an own Path replaces an inherited PATH",
      { PATH: "C:\\a", SystemRoot: "C:\\Windows", Token: "t" },
      { Path: "C:\\b" },
      "win32",
      { Path: "C:\\b", SystemRoot: "C:\\Windows" },
    ],
    [
      "keeps what Windows needs to start anything",
      { ComSpec: "cmd", PATHEXT: ".EXE", "ProgramFiles(x86)": "p", windir: "w" },
      {},
      "win32",
      { ComSpec: "cmd", PATHEXT: ".EXE", "ProgramFiles(x86)": "p", windir: "w" },
    ],
    ["takes a name from the list only, not from the prototype of anything", { constructor: "c" }, {}, "linux", {}],
  ] as const)("%s", (_title, from, own, platform, expected) => {
    expect(childEnvironment(own, from, platform)).toEqual(expected);
  });
});
