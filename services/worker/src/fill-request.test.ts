import { expect, test } from "@jest/globals";
import type { PageSettings } from "@platen/contracts";
import { fillRequestOf, overridden, type Source } from "./fill-request.ts";

test("the filler gets the places of a template's header and footer, except of one that the request replaces", () => {
  const places = { parts: ["html"], runs: [] };
  const source: Source = {
    sourceId: "tvr_1",
    html: "",
    css: "",
    title: "Invoice",
    dialect: 2,
    settings: { header: "{{name}}", footer: "{{date}}" },
    places: { html: places, "settings.header": places, "settings.footer": places },
  };
  const placesWith = (options: { header?: string; footer?: string }) => {
    const settings = overridden(source.settings, options);
    const job = { accountId: "acc_1", lane: undefined, request: { dataJson: "{}", options } };
    return Object.keys(fillRequestOf(job, { source, settings, library: undefined }).places ?? {});
  };
  expect(placesWith({})).toEqual(["html", "settings.header", "settings.footer"]);
  expect(placesWith({ footer: "Own" })).toEqual(["html", "settings.header"]);
  expect(placesWith({ header: "Own", footer: "{{date}}" })).toEqual(["html", "settings.footer"]);
});

test("the filler gets the template's metadata, or those of the request in their place", () => {
  const metadata = { author: "{{seller}}", subject: "Invoice" };
  const source: Source = { sourceId: "tvr_1", html: "", css: "", title: "T", dialect: 2, settings: { metadata } };
  const metadataWith = (options: PageSettings) => {
    const settings = overridden(source.settings, options);
    const job = { accountId: "acc_1", lane: undefined, request: { dataJson: "{}", options } };
    return fillRequestOf(job, { source, settings, library: undefined }).metadata;
  };
  expect(metadataWith({})).toBe(metadata);
  expect(metadataWith({ metadata: { author: "Own" } })).toEqual({ author: "Own" });
});

test("the filler gets the template's calculated fields, or those of the request in their place", () => {
  const calculated = [{ name: "total", formula: "net + vat" }];
  const source: Source = { sourceId: "tvr_1", html: "", css: "", title: "T", dialect: 2, settings: { calculated } };
  const calculatedWith = (options: { calculated?: typeof calculated }) => {
    const settings = overridden(source.settings, options);
    const job = { accountId: "acc_1", lane: undefined, request: { dataJson: "{}", options } };
    return fillRequestOf(job, { source, settings, library: undefined }).calculated;
  };
  expect(calculatedWith({})).toBe(calculated);
  expect(calculatedWith({ calculated: [] })).toEqual([]);
});
