import type { VerifiedGrant } from "@platen/service-tokens";

/** The lane of documents that no caller waits for, as their rows have it. */
export const background = 1;

/** The lane whose documents a grant opens: the courier's grants open those that no caller waits for, and no others. */
export function laneOf({ issuer }: Pick<VerifiedGrant, "issuer">): number {
  return issuer === "platen-courier" ? background : 0;
}
