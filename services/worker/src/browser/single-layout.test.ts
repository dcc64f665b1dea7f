import { describe, expect, test } from "@jest/globals";
import { withSingleLayout } from "./single-layout.ts";

const data = "data:image/png;base64,AAAA";

describe("a document that needs no screen is laid out once", () => {
  test.each([
    ["<p>Text", 0],
    ["", 0],
    ["<!doctype html><p>Text", 15],
    ["\uFEFF \n<!DOCTYPE html SYSTEM 'about:legacy-compat'>\n<p>Text", 47],
    [`<!doctype html><img src="${data}"><img src=${data}><img src=' ${data}'>`, 15],
    [`<!doctype html><style>p{background:url(${data}),url( "${data}");fill:url(#a)}</style>`, 15],
    [`<!doctype html><p style="background:url(&quot;${data}&quot;)">`, 15],
    [`<!doctype html><svg><use href="#a"/><image xlink:href="${data}"/></svg><a href="https://example.com">x</a>`, 15],
    ["<!doctype html><meta charset=utf-8><style>@page{size:A4}@media print{p{color:red}}</style>", 15],
  ])("%s", (html, at) => {
    const changed = withSingleLayout(html) ?? "";
    expect(changed).toMatch(/<style[^>]*>@media[^<]*content-visibility:hidden[^<]*<\/style>/);
    // Nothing else is changed, and a doctype stays first.
    expect(changed.replace(/<style style="display:none!important">[^<]*<\/style>/, "")).toBe(html);
    expect(changed.indexOf("<style style")).toBe(at);
  });
});

test.each([
  ["<style>@font-face{font-family:a;src:url(data:font/woff2;base64,AAAA)}</style>"],
  ["<style>@FONT-FACE{}</style>"],
  ['<style>@import "data:text/css,p{}"</style>'],
  ['<link rel="stylesheet" href="data:text/css,p{}">'],
  ["<iframe srcdoc='<p>x'></iframe>"],
  ["<object data='data:text/html,x'></object>"],
  ['<img src="https://assets.example/a.png">'],
  ["<img src=a.png>"],
  [`<img loading=lazy src="${data}">`],
  [`<img srcset="${data} 2x">`],
  ["<picture><source media=print></picture>"],
  ["<p style='background:url(https://assets.example/a.png)'>"],
  ["<p style='background:URL(\"a.png\")'>"],
  ["<svg><image href='a.png'/></svg>"],
  ["<svg><use xlink:href='a.svg#b'/></svg>"],
  ["<body background='a.png'>"],
  ["<style>@page{size:800px 599px}</style>"],
  ["<!-- before --><!doctype html><p>x"],
])("%s is laid out for the screen too", (html) => {
  expect(withSingleLayout(html)).toBeUndefined();
});
