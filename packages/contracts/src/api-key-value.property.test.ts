import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { randomBytes } from "node:crypto";
import { apiKeyPattern, createApiKeyValue, isApiKeyValue } from "./api-key-value.ts";

const keys = fc.integer().map(() => createApiKeyValue(randomBytes));

test("every new key value matches the published pattern and its own checksum", () => {
  fc.assert(
    fc.property(keys, (key) => {
      expect(key).toMatch(apiKeyPattern);
      expect(isApiKeyValue(key)).toBe(true);
    }),
  );
});

test("no two key values are alike", () => {
  expect(new Set(Array.from({ length: 2_000 }, () => createApiKeyValue(randomBytes))).size).toBe(2_000);
});

test("a key value with one character changed is refused without a look-up", () => {
  fc.assert(
    fc.property(
      keys,
      fc.integer({ min: 4, max: 49 }),
      fc.constantFrom(..."0123456789ABCXYZabcxyz"),
      (key, at, character) => {
        const changed = key.slice(0, at) + character + key.slice(at + 1);
        expect(isApiKeyValue(changed)).toBe(changed === key);
      },
    ),
  );
});

test("a value of any other form is refused", () => {
  fc.assert(fc.property(fc.string(), (text) => expect(isApiKeyValue(text)).toBe(false)));
});

test("the checksum is CRC-32 in base62, so that other programs can check keys", () => {
  // Computed with zlib's crc32 over the 44 characters before it.
  expect(isApiKeyValue(`plt_${"0".repeat(40)}2SvFoP`)).toBe(true);
});

test("the random part uses the whole alphabet without bias towards any character", () => {
  const counts = new Map<string, number>();
  for (let i = 0; i < 2_000; i += 1) {
    for (const character of createApiKeyValue(randomBytes).slice(4, 44))
      counts.set(character, (counts.get(character) ?? 0) + 1);
  }
  const expected = (2_000 * 40) / 62;
  expect(counts.size).toBe(62);
  for (const count of counts.values()) expect(Math.abs(count - expected)).toBeLessThan(expected * 0.25);
});
