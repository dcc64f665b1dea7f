/** Converts the processor time that Node.js gives, in microseconds, to milliseconds. */
export function processorMs({ user, system }: NodeJS.CpuUsage): number {
  return (user + system) / 1_000;
}
