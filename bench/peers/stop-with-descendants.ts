import { isAlive, processIdentity, type RunningProgram } from "@platen/provisioning";
import { takeSnapshot, treeOf } from "../measure/process-usage.ts";

/**
 * Stops a program and then kills the processes below it that are left. A browser that is driven over a WebSocket runs in
 * its own process group and outlives a program that does not end it.
 */
export async function stopWithDescendants(program: RunningProgram): Promise<void> {
  // Listed before the stop: a process that outlives its parent is no longer a descendant.
  const members = treeOf(takeSnapshot(), program.pid).map((pid) => ({ pid, identity: processIdentity(pid) }));
  await program.stop();
  for (const { pid, identity } of members) {
    if (identity !== undefined && isAlive(pid, identity)) kill(pid);
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // The process has ended with its parent.
  }
}
