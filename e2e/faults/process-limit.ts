import { existsSync } from "node:fs";
import { mkdtemp, readFile, rmdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
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
    for (const each of [pid, ...(await descendantsOf(pid)).map((below) => below.pid)]) {
      await writeFile(join(group, "cgroup.procs"), String(each));
    }
  } catch {
    return undefined;
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
