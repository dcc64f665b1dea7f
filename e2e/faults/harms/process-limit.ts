import { existsSync } from "node:fs";
import { mkdtemp, readFile, rmdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { types } from "node:util";
import { descendantsOf, waitFor } from "@platen/testing";

/** A limit on the processes and threads of a process and its descendants. */
export type ProcessLimit = {
  /** The current number. */
  count(): Promise<number>;
  set(most: number | "max"): Promise<void>;
  /** Removes the limit once the processes have ended. */
  remove(): Promise<void>;
};

/** The control groups that count processes, in version 1 and version 2. */
const hierarchies = ["/sys/fs/cgroup/pids", "/sys/fs/cgroup"];

/** Errors of Node.js are no instances of the `Error` that jest gives to a test file. */
const codeOf = (error: unknown) => (types.isNativeError(error) && "code" in error ? error.code : undefined);

/** The error codes of a system that does not allow control groups. */
const refusals: readonly unknown[] = ["EACCES", "EPERM", "EROFS"];

/** Moves a process and its descendants into the group, even those that start meanwhile. */
async function moveAll(pid: number, group: string): Promise<void> {
  const moved = new Set<number>();
  for (let rest = [pid]; rest.length > 0;) {
    for (const each of rest) {
      moved.add(each);
      await writeFile(join(group, "cgroup.procs"), String(each)).catch((error: unknown) => {
        // The process has ended.
        if (codeOf(error) !== "ESRCH") throw error;
      });
    }
    rest = (await descendantsOf(pid)).map((below) => below.pid).filter((below) => !moved.has(below));
  }
}

/** Moves a process and its descendants into a control group; undefined if the system does not allow that. */
export async function limitProcesses(pid: number): Promise<ProcessLimit | undefined> {
  const root = hierarchies.find((folder) => existsSync(join(folder, "cgroup.procs")));
  if (root === undefined) return undefined;
  let group: string;
  try {
    group = await mkdtemp(join(root, "platen-faults-"));
    if (!existsSync(join(group, "pids.max"))) {
      await rmdir(group);
      return undefined;
    }
    await moveAll(pid, group);
  } catch (error) {
    if (refusals.includes(codeOf(error))) return undefined;
    throw error;
  }
  return {
    count: async () => Number(await readFile(join(group, "pids.current"), "utf8")),
    set: (most) => writeFile(join(group, "pids.max"), String(most)),
    async remove() {
      const isGone = () =>
        rmdir(group).then(
          () => true,
          () => false,
        );
      await waitFor(isGone, { describe: `the control group ${group} to be empty` });
    },
  };
}
