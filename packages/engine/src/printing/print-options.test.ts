import { expect, test } from "@jest/globals";
import { withoutAddresses } from "./print-options.ts";

test.each([
  [`<b style="background: url(http://a/)">x</b>`, `<b style="background: url(data:,//a/)">x</b>`],
  [`<b style="background: url( 'http://a/')">x</b>`, `<b style="background: url( 'data:,//a/')">x</b>`],
  [`<b style="background: url(&quot;https://a/&quot;)">`, `<b style="background: url(&quot;data:,//a/&quot;)">`],
  [`<link rel="stylesheet" href="data:text/css,@import 'http://a/'">x`, "x"],
  [`<style>@import "http://a/"; b { color: red }</style>x`, `<style> b { color: red }</style>x`],
  [String.raw`<style>@\69mport "http://a/"; b {}</style>x`, `<style> b {}</style>x`],
  [`<style>b { background: url(data:image/png,1) }</style>`, `<style>b { background: url(data:image/png,1) }</style>`],
  ["write to me@import.example; thanks", "write to me@import.example; thanks"],
  [`<link rel="stylesheet"`, ""],
])("a header requests nothing: %s", (header, printed) => {
  expect(withoutAddresses(header)).toBe(printed);
});
