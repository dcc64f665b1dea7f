import { expect, test } from "@jest/globals";
import { checkReplacement } from "./replacement-check.ts";
import { replacementLimits } from "./replacement-limits.ts";

const unexpected = () => Promise.reject(new Error("the check reads memory only"));

/** A browser with pages that free `idleBytes`, and with a busy renderer of 50 bytes. */
function browserWith({ totalBytes = 0, idleBytes = 0, ageMs = 0 }) {
  return {
    startedAt: performance.now() - ageMs,
    pages: {
      use: unexpected,
      warm: unexpected,
      tidy: () => undefined,
      free: (bytes: number) => bytes <= idleBytes,
      transientRenderers: () => [7],
      clear: () => undefined,
      counts: () => ({ busy: 1, idle: 1 }),
    },
    renderers: {
      open: unexpected,
      lowerPriority: () => undefined,
      kill: unexpected,
      ping: unexpected,
      memory: () => Promise.resolve({ totalBytes, renderers: new Map([[7, 50]]) }),
    },
  };
}

test.each([
  ["within its limits", {}, undefined],
  ["too large by what its busy pages free", { totalBytes: 150 }, undefined],
  ["too large by what its idle pages free", { totalBytes: 190, idleBytes: 40 }, undefined],
  ["too large otherwise", { totalBytes: 191, idleBytes: 40 }, "memory"],
  ["too old", { ageMs: 60_000 }, "age"],
])("a browser that is %s (%j) is replaced for this limit: %s", async (_, browser, due) => {
  const limits = replacementLimits(1, { maxBrowserBytes: 100, maxBrowserAgeMs: 60_000 });
  expect((await checkReplacement(browserWith(browser), limits)).due).toBe(due);
});
