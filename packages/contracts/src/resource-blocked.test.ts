import { expect, test } from "@jest/globals";
import { resourceBlocked } from "./resource-blocked.ts";
import { blockedKinds, warning } from "./schemas/warning.ts";

test.each([
  [
    { kind: "image", host: "cdn.example.com", count: 3 },
    "3 images from cdn.example.com were not loaded: documents have no network access. Upload an image to the assets, or write it as a data: URL or inline SVG.",
  ],
  [
    { kind: "stylesheet", host: "fonts.example:8443", count: 1 },
    "1 style sheet from fonts.example:8443 was not loaded: documents have no network access. Copy a style sheet's rules into the template's own.",
  ],
  [
    { kind: "font", host: "file:", count: 2 },
    "2 fonts with file: addresses were not loaded: documents have no network access. Upload a font to the assets, or name an installed one.",
  ],
  [
    { kind: "other", host: undefined, count: 1_200 },
    "1,200 files from other addresses were not loaded: documents have no network access. Put what a file holds into the template or its data.",
  ],
] as const)("the message for %j names the files, their host and the fix", (blocked, message) => {
  expect(resourceBlocked(blocked).message).toBe(message);
});

test.each(blockedKinds)("a blocked %s is a warning of the contract", (kind) => {
  const made = resourceBlocked({ kind, host: "example.com", count: 1 });
  expect(warning.parse(made)).toEqual(made);
});
