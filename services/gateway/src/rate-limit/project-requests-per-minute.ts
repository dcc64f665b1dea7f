export type RateLimits = {
  RATE_LIMIT_PER_MINUTE: number;
  PROJECT_RATE_LIMIT_PER_MINUTE?: number | undefined;
};

/** The requests of a project in a minute, over all of its keys. */
export function projectRequestsPerMinute(config: RateLimits): number {
  return config.PROJECT_RATE_LIMIT_PER_MINUTE ?? 2 * config.RATE_LIMIT_PER_MINUTE;
}
