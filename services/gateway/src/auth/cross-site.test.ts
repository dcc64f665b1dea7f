import { expect, test } from "@jest/globals";
import { isCrossSite } from "./cross-site.ts";

const hosts = ["platen.example", "localhost:8080"];

test.each([
  ["same-origin", undefined],
  ["same-origin", "https://evil.example"],
  ["none", undefined],
  [undefined, undefined],
  [undefined, "https://platen.example"],
  [undefined, "http://localhost:8080"],
])("Sec-Fetch-Site: %s with Origin: %s is our own page, or not a browser", (fetchSite, origin) => {
  expect(isCrossSite({ fetchSite, origin, hosts })).toBe(false);
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
  expect(isCrossSite({ fetchSite, origin, hosts })).toBe(true);
});
