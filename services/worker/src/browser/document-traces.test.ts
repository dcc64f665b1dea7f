import { expect, test } from "@jest/globals";
import { leavesTraces } from "./document-traces.ts";

test.each([
  `<meta http-equiv="Content-Security-Policy" content="style-src 'none'">`,
  `<META content="style-src 'none'" HTTP-EQUIV = content-security-policy>`,
  `<meta http-equiv="content&#45;security-policy" content="style-src 'none'">`,
  `<meta http-equiv="content-type" content="text/html"><meta http-equiv="Content-Language" content="fr">`,
  `<meta http-equiv="default-style" content="second">`,
  `<meta name="color-scheme" content="dark">`,
  `<meta content="dark" name='color&#45;scheme'>`,
])("%s holds for the next document too", (html) => {
  expect(leavesTraces(html)).toBe(true);
});

test.each([
  `<p>text</p>`,
  `<meta charset="utf-8"><meta http-equiv="Content-Type" content="text/html; charset=utf-8">`,
  `<meta http-equiv="X-UA-Compatible" content="IE=edge"><meta name="viewport" content="width=device-width">`,
  `<meta name="author" content="Müller & Söhne"><p>A & B</p>`,
  `<style>:root { color-scheme: dark }</style>`,
])("%s does not", (html) => {
  expect(leavesTraces(html)).toBe(false);
});

test("it is told of a large document in little time", () => {
  const html = "<meta ".repeat(500_000) + "http-equiv=content-type ".repeat(100_000);
  const startedAt = performance.now();
  expect(leavesTraces(html)).toBe(false);
  expect(performance.now() - startedAt).toBeLessThan(10_000);
});
