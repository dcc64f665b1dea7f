import { assetOrigin } from "@platen/contracts/asset-origin";
import { expect, test } from "@jest/globals";
import { findAddresses, withAddresses } from "./library-addresses.ts";
import { prepareHtml } from "./prepare-html.ts";
import { withInsertion } from "./insertion.ts";

const logo = `${assetOrigin}${"a".repeat(64)}`;
const flag = `${assetOrigin}${"b".repeat(64)}/flags/de.svg`;

test.each([
  [`<img src="${logo}">`, [logo]],
  [`<img alt=x SRC = '${flag}'>`, [flag]],
  [`<img src=${logo}>`, [logo]],
  [`<svg><image width="9" href="${logo}"/><image xlink:href='${flag}'/></svg>`, [logo, flag]],
  [`<p style="background: url(${logo})"><p style="background: url(&quot;${flag}&quot;)">`, [logo, flag]],
  [`<style>p { background: URL( '${logo}' ), url("${flag}") }</style>`, [logo, flag]],
  [`<img src="${logo}#view">`, [logo]],
  // The browser shows these, or loads them as other addresses.
  [`<a href="${logo}">${logo}</a>`, []],
  [`<p>"${logo}"<p data-src="${logo}">`, []],
  [`<img src="${logo}?x"><img src="${logo}%2e"><img src="${logo}&amp;x"><img src="${logo}A">`, []],
  [`<img src="http://assets.invalid/x"><img src="https://assets.invalid.example/x"><img src="${assetOrigin}">`, []],
  [`<style>img::after { content: attr( src ) }</style><img src="${logo}">`, []],
])("the addresses that %s loads from a library are found", (html, addresses) => {
  expect(findAddresses(html).map(({ address }) => address)).toEqual(addresses);
});

test("addresses are replaced at their places, and the rule for a single layout stays at its own", () => {
  const html = `<!doctype html><body background="data:,"><img src="${logo}"><style>p { background: url(${flag}) }</style>`;
  const document = prepareHtml(`<!doctype html><style>a{}</style><img src="${logo}"><img src="${flag}">`, {});
  const replaced = withAddresses(document, document.namedAddresses, (address) => (address === logo ? "x" : undefined));
  expect(replaced.html).toBe(`<!doctype html><style>a{}</style><img src="x"><img src="${flag}">`);
  // The first style comes after an address.
  const late = { html, singleLayout: { at: html.indexOf("p {"), text: "RULE" } };
  const moved = withAddresses(late, findAddresses(html), () => "longer".repeat(40));
  expect(moved.singleLayout && withInsertion(moved.html, moved.singleLayout)).toContain("<style>RULEp {");
});
