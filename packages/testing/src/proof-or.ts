/* oxlint-disable node/no-process-env -- `npm run proof` is known by its environment alone. */

/** Whether `npm run proof` runs the tests. It also measures, which needs a machine that does nothing else. */
export const isProof = process.env["PLATEN_PROOF"] === "1";

/** How much a test does: `npm run proof` does all that a claim needs, `npm test` what a change must pass. */
export function proofOr<T>(inProof: T, inTest: T): T {
  return isProof ? inProof : inTest;
}
