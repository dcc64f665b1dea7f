import { existsSync } from "node:fs";
import { mkdtemp, readFile, rmdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { descendantsOf, waitFor } from "@platen/testing";

/** A limit on the processes and threads of a process and its descendants. */
export type ProcessLimit = {
  /** Allows no process or thread more than there are now. */
  tighten(): Promise<void>;
  lift(): Promise<void>;
  /** Removes the limit once the processes have ended. */
  remove(): Promise<void>;
};

/** The control groups that count processes, in version 1 and version 2. */
const hierarchies = ["/sys/fs/cgroup/pids", "/sys/fs/cgroup"];

/** Moves a process and its descendants into a control group; undefined if the system does not allow that. */
export async function limitProcesses(pid: number): Promise<ProcessLimit | undefined> {
  const root = hierarchies.find((folder) => existsSync(join(folder, "cgroup.procs")));
  const group = root && (await mkdtemp(join(root, "platen-faults-")).catch(() => undefined));
  if (group === undefined || group === "") return undefined;
  const remove = () => rmdir(group).then(() => true);
  const move = (each: number) =>
    writeFile(join(group, "cgroup.procs"), String(each)).then(
      () => true,
      () => false,
    );
  // The group of version 2 counts processes only where the parent's controllers say so.
  if (!existsSync(join(group, "pids.max")) || !(await move(pid))) {
    await remove();
    return undefined;
  }
  // The descendants too, even those that start meanwhile. A process that cannot be moved has ended.
  const moved = new Set<number>();
  for (;;) {
    const rest = (await descendantsOf(pid)).map((below) => below.pid).filter((below) => !moved.has(below));
    if (rest.length === 0) break;
    for (const each of rest) {
      moved.add(each);
      await move(each);
    }
  }
  const set = (most: string) => writeFile(join(group, "pids.max"), most);
  return {
    tighten: async () => set(await readFile(join(group, "pids.current"), "utf8")),
    lift: () => set("max"),
    remove: () => waitFor(remove, { describe: `the control group ${group} to be empty` }).then(() => undefined),
  };
}
