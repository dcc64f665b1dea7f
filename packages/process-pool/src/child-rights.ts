import { spawnSync } from "node:child_process";
import { chownSync, existsSync, mkdirSync } from "node:fs";
import { getCompileCacheDir } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const setpriv = "/usr/bin/setpriv";

/**
 * The user of tasks that root starts. No distribution, no systemd and no other part of Platen uses this number: a process
 * may reach into others of its user. The group is `nobody`'s, which may enter the work folder of a worker.
 */
const taskUser = { uid: 61_104, gid: 65_534 };

const endWithParent = ["--pdeathsig", "KILL"];
const asTaskUser = [`--reuid=${taskUser.uid}`, `--regid=${taskUser.gid}`, "--clear-groups"];
const withoutCapabilities = ["--bounding-set=-all", "--inh-caps=-all"];
const forGood = ["--no-new-privs"];

/** How a process starts that reads templates and data. */
export type ChildRights = {
  /** The program before Node.js, and its arguments. Empty where the system has none. */
  launcher: readonly string[];
  /** The folder of compiled code, if there is one. The start takes a third of the time with it. */
  codeFolder: string | undefined;
};

/** Whether a process with these rights can start and read the module. */
function canStart(launcher: readonly string[], module: URL): boolean {
  const [program = "", ...given] = launcher;
  const test = ["/bin/sh", "-c", 'test -x "$1" && test -r "$2"', "sh", process.execPath, fileURLToPath(module)];
  return spawnSync(program, [...given, ...test], { cwd: "/", env: {}, timeout: 5_000 }).status === 0;
}

function codeFolderOfTasks(): string | undefined {
  // Node.js names the folder of its own version in the folder that the variable gives.
  const ofService = getCompileCacheDir();
  if (ofService === undefined) return undefined;
  const folder = join(dirname(ofService), "tasks");
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  chownSync(folder, taskUser.uid, taskUser.gid);
  return folder;
}

/**
 * The fewest rights with which a process can run the module: it gains none, and ends with this process. Started by root,
 * it has a user of its own and no capabilities, where that user can read the code.
 */
export function childRights(module: URL): ChildRights {
  const ofService = getCompileCacheDir();
  const codeFolder = ofService === undefined ? undefined : dirname(ofService);
  if (process.platform !== "linux" || !existsSync(setpriv)) return { launcher: [], codeFolder };
  if (process.getuid?.() !== 0) return { launcher: [setpriv, ...endWithParent, ...forGood, "--"], codeFolder };
  const asOther = [setpriv, ...asTaskUser, ...withoutCapabilities, ...forGood, ...endWithParent, "--"];
  if (canStart(asOther, module)) return { launcher: asOther, codeFolder: codeFolderOfTasks() };
  const asRoot = [setpriv, ...withoutCapabilities, ...forGood, ...endWithParent, "--"];
  if (canStart(asRoot, module)) return { launcher: asRoot, codeFolder };
  return { launcher: [setpriv, ...endWithParent, ...forGood, "--"], codeFolder };
}
