/**
 * What a server process sees of our environment: by default only what a program needs to start at all. Tokens and keys lie in
 * environments, and a server that a user tries out has no claim to them.
 */

const posixNames = [
  // Who and where: programs find their files, their configuration and each other through these.
  "HOME",
  "LOGNAME",
  "PATH",
  "SHELL",
  "TERM",
  "TMPDIR",
  "USER",
  // How text and times look.
  "LANG",
  "LC_ALL",
  "LC_CTYPE",
  "TZ",
] as const;

const windowsNames = [
  "APPDATA",
  "HOMEDRIVE",
  "HOMEPATH",
  "LOCALAPPDATA",
  "PATH",
  "PROGRAMDATA",
  "PROGRAMFILES",
  "PROGRAMFILES(X86)",
  "TEMP",
  "TMP",
  "USERDOMAIN",
  "USERNAME",
  "USERPROFILE",
  // Without these Windows cannot find a command's extension, its shell, or its own libraries.
  "COMSPEC",
  "PATHEXT",
  "PROCESSOR_ARCHITECTURE",
  "SYSTEMDRIVE",
  "SYSTEMROOT",
  "WINDIR",
] as const;

/** Variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The names that a child process inherits by default on a platform. */
export function inheritedNames(platform: NodeJS.Platform): readonly string[] {
  return platform === "win32" ? windowsNames : posixNames;
}

/**
 * The environment of a child: the inherited names of `from`, then `own` on top of them. An own entry of `undefined` removes the
 * name. Windows does not tell names apart by case, so there an own `Path` replaces an inherited `PATH`.
 */
export function childEnvironment(own: Environment, from: Environment, platform: NodeJS.Platform): NodeJS.ProcessEnv {
  const isCaseless = platform === "win32";
  const fold = (name: string): string => (isCaseless ? name.toUpperCase() : name);
  const chosen = new Map<string, readonly [name: string, value: string]>();
  const inherited = new Set(inheritedNames(platform));
  for (const [name, value] of Object.entries(from)) {
    if (value !== undefined && inherited.has(fold(name))) chosen.set(fold(name), [name, value]);
  }
  for (const [name, value] of Object.entries(own)) {
    if (value === undefined) chosen.delete(fold(name));
    else chosen.set(fold(name), [name, value]);
  }
  return Object.fromEntries(chosen.values());
}
