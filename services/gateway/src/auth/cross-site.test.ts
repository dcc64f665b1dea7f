import { expect, test } from "@jest/globals";
import { isCrossSite } from "./cross-site.ts";

const host = "platen.example";
const publicUrl = new URL("https://platen.example/");

test.each([
  ["same-origin", undefined, undefined],
  ["same-origin", "https://evil.example", undefined],
  ["none", undefined, publicUrl],
  [undefined, undefined, publicUrl],
  [undefined, "https://platen.example", publicUrl],
  [undefined, "http://platen.example", undefined],
])("Sec-Fetch-Site: %s with Origin: %s is our own page, or not a browser (public URL %s)", (fetchSite, origin, url) => {
  expect(isCrossSite({ fetchSite, origin, host, publicUrl: url })).toBe(false);
});

test.each([
  ["cross-site", undefined],
  ["same-site", "https://platen.example"],
  ["cross-site", "https://platen.example"],
  ["", "https://platen.example"],
  ["Same-Origin, cross-site", undefined],
  [undefined, "https://evil.example"],
  [undefined, "https://platen.example.evil.example"],
  [undefined, "https://platen.example:8443"],
  [undefined, "null"],
  [undefined, ""],
  [undefined, "platen.example"],
])("Sec-Fetch-Site: %s with Origin: %s is another site", (fetchSite, origin) => {
  for (const url of [undefined, publicUrl]) expect(isCrossSite({ fetchSite, origin, host, publicUrl: url })).toBe(true);
});

test("with a public URL, another host name or scheme is another site, also for a browser that sees one site", () => {
  const rebound = { fetchSite: "same-origin", origin: "http://evil.example", host: "evil.example" };
  expect(isCrossSite({ ...rebound, publicUrl })).toBe(true);
  expect(isCrossSite({ fetchSite: undefined, origin: "http://platen.example", host, publicUrl })).toBe(true);
});
