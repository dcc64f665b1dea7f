import { operations } from "@platen/contracts";
import { internalOperations } from "@platen/contracts/internal";
import { projectRequestsPerMinute, type RateLimits } from "../rate-limit/project-requests-per-minute.ts";
import type { Routes } from "./routes.ts";

/** Mounts the operation by which a key asks what it is. */
export function mountOwnKey(
  routes: Routes,
  { config }: { config: RateLimits & { BODY_LIMIT_BYTES: number; RENDER_DEADLINE_MS: number } },
): void {
  const limits = {
    requestsPerMinute: config.RATE_LIMIT_PER_MINUTE,
    projectRequestsPerMinute: projectRequestsPerMinute(config),
    requestBytes: config.BODY_LIMIT_BYTES,
    deadlineMs: config.RENDER_DEADLINE_MS,
  };
  routes.mount(operations.getOwnKey, async (_request, { call, signal }) => ({
    ...(await call(internalOperations.getOwnKey, {}, { signal })),
    limits,
  }));
}
