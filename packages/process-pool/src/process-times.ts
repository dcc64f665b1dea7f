import { readFile } from "node:fs/promises";

// The clock tick of Linux on all machines that Node.js supports.
const msPerTick = 10;

/**
 * Reads the processor time that a process has used since its start, in milliseconds. Undefined where the system does
 * not tell, which is everywhere but on Linux.
 */
export async function readProcessorMs(pid: number): Promise<number | undefined> {
  if (process.platform !== "linux") return undefined;
  const stat = await readFile(`/proc/${pid}/stat`, "latin1");
  // The name of the program, in brackets, may contain anything.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) * msPerTick;
}
