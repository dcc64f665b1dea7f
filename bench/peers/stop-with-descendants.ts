import { isAlive, processIdentity, type RunningProgram } from "@platen/provisioning";
import { takeSnapshot, treeOf } from "../measure/process-usage.ts";

/**
 * Stops a program and then kills what is left of the processes below it. Browsers that are driven over a WebSocket, in
 * process groups of their own, outlive a program that does not end them.
 */
export async function stopWithDescendants(program: RunningProgram): Promise<void> {
  // Taken before: what outlives its parent is nobody's descendant any more.
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
    // It has ended meanwhile, with its parent.
  }
}
