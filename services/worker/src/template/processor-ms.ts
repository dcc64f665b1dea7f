/** Processor time in milliseconds, of the microseconds that Node.js tells. */
export function processorMs({ user, system }: NodeJS.CpuUsage): number {
  return (user + system) / 1_000;
}
