/** The variables of a service whose clock is ahead. */
export const clockAhead = (ms: number): Record<string, string> => ({
  NODE_OPTIONS: `--import=${new URL("shift-clock.ts", import.meta.url).href}`,
  TEST_CLOCK_AHEAD_MS: String(ms),
});
