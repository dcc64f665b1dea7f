import { expect, test } from "@jest/globals";
import type { Warning } from "@platen/contracts";
import { recordedWarnings } from "./recorded-warnings.ts";

const warning = (path: string): Warning => ({ code: "data.missing", severity: "error", message: "Send it.", path });

test("a document's record keeps its first 50 warnings, and at most 8 KB of them", () => {
  const short = Array.from({ length: 60 }, (_, index) => warning(`name${index}`));
  expect(recordedWarnings(short)).toEqual(short.slice(0, 50));
  const long = Array.from({ length: 60 }, () => warning("a".repeat(1_000)));
  const kept = recordedWarnings(long);
  expect(kept).toEqual(long.slice(0, 7));
  expect(JSON.stringify(kept).length).toBeLessThan(8_192);
});
