import { existsSync } from "node:fs";
import { mkdtemp, readFile, rmdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { types } from "node:util";
import { descendantsOf, waitFor } from "@platen/testing";

/** A limit on how many processes and threads a process and all below it may be. */
export type ProcessLimit = {
  /** How many they are. */
  count(): Promise<number>;
  set(most: number | "max"): Promise<void>;
  /** When they have ended. */
  remove(): Promise<void>;
};

/** The control groups that count processes: a hierarchy of their own, or part of the one for everything. */
const hierarchies = ["/sys/fs/cgroup/pids", "/sys/fs/cgroup"];

/** Jest gives a test file an `Error` of its own, which what Node.js throws is no instance of. */
const codeOf = (error: unknown) => (types.isNativeError(error) && "code" in error ? error.code : undefined);

/** What a system says that does not let us make control groups; not root, or their folder cannot be written to. */
const refusals: readonly unknown[] = ["EACCES", "EPERM", "EROFS"];

/** Puts a process and all below it into the group, also those that are started meanwhile. */
async function moveAll(pid: number, group: string): Promise<void> {
  const moved = new Set<number>();
  for (let rest = [pid]; rest.length > 0;) {
    for (const each of rest) {
      moved.add(each);
      await writeFile(join(group, "cgroup.procs"), String(each)).catch((error: unknown) => {
        // It has ended since.
        if (codeOf(error) !== "ESRCH") throw error;
      });
    }
    rest = (await descendantsOf(pid)).map((below) => below.pid).filter((below) => !moved.has(below));
  }
}

/** Puts a process and all below it into a control group; undefined where that is not allowed. */
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
