import type { Problem } from "@platen/contracts";
import { keptTooLong } from "@platen/contracts/internal";
import {
  reachedLimit,
  type ByteLimits,
  type ReachedLimit,
  type RefuseReached,
  type UsageKind,
} from "../database/byte-limits.ts";

const daySeconds = 86_400;

/** For how long a statement would keep the PDF of a request, and why it must not be kept. */
export type ChosenTime = {
  /** Null for a document that is not kept. */
  keepSeconds: number | null;
  /** The project's maximum, if the request names more. */
  exceededDays: number | null;
  reached: ReachedLimit | null;
};

/**
 * The columns of a statement that tell for how long a project `p` keeps the PDF of a request, by what the request names,
 * which may be null, and the maximum of the installation.
 */
export function chooseTime(
  { named, most }: { named: string; most: string },
  limits: ByteLimits,
  kinds: readonly UsageKind[],
): string {
  return `least(coalesce(${named}, p.content_default_days * ${daySeconds}), p.content_max_days * ${daySeconds}, ${most}) AS keep_seconds,
    CASE WHEN ${named} > p.content_max_days * ${daySeconds} THEN p.content_max_days END AS exceeded_days,
    ${reachedLimit(limits, kinds)} AS reached`;
}

/** The chosen time of the part named `c`, as {@link ChosenTime}. */
export const chosenTimeColumns = `c.keep_seconds AS "keepSeconds", c.exceeded_days AS "exceededDays", c.reached`;

/** The condition of a part named `c` whose PDF may be kept. */
export const mayKeep = "c.exceeded_days IS NULL AND c.reached IS NULL";

/** The problem of a request whose PDF must not be kept; undefined without one. */
export function problemOfTime(
  { exceededDays, reached }: Pick<ChosenTime, "exceededDays" | "reached">,
  refuseReached: RefuseReached,
): Problem | undefined {
  if (exceededDays !== null) return keptTooLong(exceededDays, "project");
  return reached === null ? undefined : refuseReached(reached);
}
