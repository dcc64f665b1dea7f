import { expect, test } from "@jest/globals";
import { altersPage, withoutRefresh } from "./page-side-effects.ts";

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
])("%s alters the page for the next document", (html) => {
  expect(altersPage(html)).toBe(true);
});

test.each([
  `<p>text</p>`,
  `<meta charset="utf-8"><meta http-equiv="Content-Type" content="text/html; charset=utf-8">`,
  `<meta http-equiv="X-UA-Compatible" content="IE=edge"><meta name="viewport" content="width=device-width">`,
  `<meta name="author" content="Müller & Söhne"><p>A & B</p>`,
  `<style>:root { color-scheme: dark }</style>`,
  `<style>p { background: url( "data:image/png;base64,AA"), url(data:,), url(#fill), url(a.png) }</style>`,
  `<img src="https://example.com/a.png"><link rel="stylesheet" href="https://example.com/a.css">`,
])("%s leaves the page as it was", (html) => {
  expect(altersPage(html)).toBe(false);
});

test.each([
  '<meta http-equiv="refresh" content="0;url=x">',
  "<META HTTP-EQUIV=Refresh CONTENT=1>",
  "<meta content='0' http-equiv = ' refresh'>",
  "<p><meta charset=utf-8><meta\nhttp-equiv\n=\n'refresh'",
])("the refresh in %j is disabled", (html) => {
  const result = withoutRefresh(html);
  expect(result).not.toMatch(/http-equiv/i);
  expect(result).toBe(html.replace(/http-equiv/i, "data-refused"));
});

test.each([
  "<p>no meta at all",
  '<meta http-equiv="content-type" content="text/html">',
  "<p>&lt;meta http-equiv=refresh&gt;</p>",
  "<meta charset=utf-8><p>http-equiv=refresh",
])("%j has no refresh and is not changed", (html) => {
  expect(withoutRefresh(html)).toBe(html);
});
