import { expect, test } from "@jest/globals";
import { leavesTraces } from "./page-side-effects.ts";

test.each([
  `<meta http-equiv="Content-Security-Policy" content="style-src 'none'">`,
  `<META content="style-src 'none'" HTTP-EQUIV = content-security-policy>`,
  `<meta http-equiv="content&#45;security-policy" content="style-src 'none'">`,
  `<meta http-equiv="content-type" content="text/html"><meta http-equiv="Content-Language" content="fr">`,
  `<meta http-equiv="default-style" content="second">`,
  `<meta name="color-scheme" content="dark">`,
  `<meta content="dark" name='color&#45;scheme'>`,
  `<style>p { background: url(https://example.com/a.png) }</style>`,
  `<style>@font-face { src: local(F), URL( "//example.com/f.woff2") }</style>`,
  `<p style="background: url(&quot;ftp://example.com/a.png&quot;)">`,
  `<style>p { background: image-set("https://example.com/a.png" 1x) }</style>`,
])("%s holds for the next document too", (html) => {
  expect(leavesTraces(html)).toBe(true);
});

test.each([
  `<p>text</p>`,
  `<meta charset="utf-8"><meta http-equiv="Content-Type" content="text/html; charset=utf-8">`,
  `<meta http-equiv="X-UA-Compatible" content="IE=edge"><meta name="viewport" content="width=device-width">`,
  `<meta name="author" content="Müller & Söhne"><p>A & B</p>`,
  `<style>:root { color-scheme: dark }</style>`,
  `<style>p { background: url( "data:image/png;base64,AA"), url(data:,), url(#fill), url(a.png) }</style>`,
  `<img src="https://example.com/a.png"><link rel="stylesheet" href="https://example.com/a.css">`,
])("%s does not", (html) => {
  expect(leavesTraces(html)).toBe(false);
});

test("it is told of a large document in little time", () => {
  const html =
    "<meta ".repeat(500_000) +
    "http-equiv=content-type ".repeat(100_000) +
    "url(".repeat(500_000) +
    " ".repeat(3_000_000) +
    "url(a".repeat(500_000) +
    "a".repeat(3_000_000);
  const startedAt = performance.now();
  expect(leavesTraces(html)).toBe(false);
  expect(performance.now() - startedAt).toBeLessThan(10_000);
});
