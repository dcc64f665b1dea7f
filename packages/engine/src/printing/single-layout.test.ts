import { describe, expect, test } from "@jest/globals";
import { findSingleLayout, withRule } from "./single-layout.ts";
import { withInsertion } from "./insertion.ts";

function withSingleLayout(html: string): string | undefined {
  const insertion = findSingleLayout(html);
  return insertion && withInsertion(html, insertion);
}

const asset = `https://assets.invalid/${"a".repeat(64)}`;
const data = "data:image/png;base64,AAAA";

const rule = /@media[^<{]*\{:root\{content-visibility:hidden!important\}\}/;

describe("a document without styles gets a style element with the rule after its doctype", () => {
  test.each([
    ["<p>Text", 0],
    ["", 0],
    ["<!doctype html><p>Text", 15],
    ["\uFEFF \n<!DOCTYPE html SYSTEM 'about:legacy-compat'>\n<p>Text", 47],
    [`<!doctype html><img src="${data}"><img src=${data}><img src=' ${data}'>`, 15],
    [`<!doctype html><p style="background:url(&quot;${data}&quot;)">`, 15],
    [`<!doctype html><svg><use href="#a"/><image xlink:href="${data}"/></svg><a href="https://example.com">x</a>`, 15],
  ])("%s", (html, at) => {
    const changed = withSingleLayout(html) ?? "";
    expect(changed.replace(rule, "")).toBe(`${html.slice(0, at)}<style></style>${html.slice(at)}`);
    expect(changed).toMatch(rule);
  });
});

test.each([
  ["<p>Text", "<style>@page{margin:1mm}</style><p>Text"],
  ["<style>p{color:red}</style><p>Text", "<style>@page{margin:1mm}p{color:red}</style><p>Text"],
])("a further rule stands before all others: %s", (html, changed) => {
  const insertion = findSingleLayout(html);
  if (!insertion) throw new Error("the document needs all layouts");
  expect(withInsertion(html, withRule(insertion, "@page{margin:1mm}")).replace(rule, "")).toBe(changed);
});

describe("a document with styles gets the rule in its first style element", () => {
  test.each([
    "<style>p{color:red}</style><p>Text",
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A &gt; B</title><style type="text/css">p{}</style>',
    '<!doctype html><html dir="auto"><head><title dir="ltr">A</title><style>p{}</style>',
    `<!doctype html>\n<!-- a > b --><HTML data-x='>'>\n<HEAD>\n<script>if (a < b) c()</script><STYLE>p{background:url(${data}),url( "${data}")}</STYLE>`,
    "<!doctype html><style>@page{size:A4}@media print{p{color:red}}</style><style>.head{display:flex}/* a */header{display:block}p::before{display:block}</style>",
    "<style>p{position:fixed;background:red}a:hover{display:block}/* *{display:block} */</style>",
    "<!-- a --><style>p::after{content:'*{display:block}'}</style><input type='checkbox'>",
    "<style>* { margin: 0 }</style><style>[hidden], * { display: none }</style>",
    // A page keeps the pictures of a library.
    `<style>p{background:url(${asset})}p::before{content:attr(title)}</style><img src="${asset}"><p style='background:url("${asset}")'><svg><image href='${asset}'/></svg>`,
  ])("%s", (html) => {
    const changed = withSingleLayout(html) ?? "";
    expect(changed.replace(rule, "")).toBe(html);
    expect(changed).toMatch(/<style[^>]*>@media/i);
  });
});

test.each([
  ["white space", " ".repeat(10_000_000)],
  ["a comment", `<!-- ${" ".repeat(10_000_000)} -->`],
  ["an attribute", `<html title="${" ".repeat(10_000_000)}">`],
])("the first style is found after ten megabytes of %s", (_what, start) => {
  const changed = withSingleLayout(`${start}<style>p{}</style>`) ?? "";
  expect(changed.slice(0, start.length + 7)).toBe(`${start}<style>`);
  expect(changed.slice(start.length)).toMatch(rule);
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
  [`<img src="${asset}?x">`],
  [`<img crossorigin src="${asset}">`],
  [`<img src="${asset}"><style>img::after{content:attr(src)}</style>`],
  [`<p style="mask-image:url(${asset})">`],
  [`<svg><use href="${asset}#a"/></svg>`],
  [`<body background="${asset}">`],
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
  ["<!doctype html><p>x<style>p{color:red}</style>"],
  ["<!doctype html><title><style>p{}</title><p>x"],
  ["<!doctype html><!-- <style> --><p>x"],
  ["<!doctype html><style media=print>p{}</style>"],
  ["<!doctype html><style>head,style{display:block}</style>"],
  ["<!doctype html><style>* { color: red; display: block }</style>"],
  ["<!doctype html><style>:not(p){display:block}</style>"],
  ["<input type=image alt=x>"],
  ["<input type = '&#105;mage' alt=x>"],
  ["<!doctype html><style>p{background:linear-gradient(red,blue) fixed}</style>"],
  [`<!doctype html><style>p{background:url("${data}") fixed}</style>`],
  ["<!doctype html><style>@media print{*{}a{}*{color:red;all:unset}}</style>"],
  ["<!doctype html><style>*{content:'}';display:block}</style>"],
  ["<!doctype html><style>*{/* } */display:block}</style>"],
  ["<!doctype html><style>.a{color:red;*{display:block}}</style>"],
  ["<!doctype html><style>\\2a{display:block}</style>"],
  ["<style>@namespace url(http://www.w3.org/1999/xhtml);p{}</style>"],
])("%s keeps its layout for the screen", (html) => {
  expect(withSingleLayout(html)).toBeUndefined();
});
