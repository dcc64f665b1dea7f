import { isProof } from "./proof-or.ts";

/**
 * Chooses between `test` (or `describe`) and its `skip`. Name the result after the condition, so that each skipped test
 * says what it needs: `onLinux(test)("…", …)`.
 */
export function onlyIf(isMet: boolean) {
  return <T>(declare: T & { skip: T }): T => (isMet ? declare : declare.skip);
}

/** For tests that read `/proc` or need Linux namespaces or fontconfig. */
export const onLinux = onlyIf(process.platform === "linux");

/** For tests of the proofs themselves, and for long ones: only `npm run proof` runs them. */
export const inProofLane = onlyIf(isProof);
