import { expect, test } from "@jest/globals";
import { fallbackLanguages } from "./fallback-languages.ts";

test.each([
  `<html lang="de"><p>Größe, Łódź, “so” – €, Ελληνικά, Кириллица, עברית → ● №</p>`,
  `<html lang="en"><p lang="fr">&eacute;t&eacute; &amp; &#39; &#x2F; &nbsp; &ldquo; a & b; &#233;</p>`,
  `<style>p { background: url(data:image/png;base64,AAAA) } ol { list-style: decimal }</style>`,
])("%s needs no search of fonts", (html) => {
  expect([...fallbackLanguages(html)]).toEqual([]);
});

test.each([
  `漢`,
  `한`,
  `。`,
  `Ａ`,
  `𠮷`,
  `हिन्दी।`,
  `✓`,
  `1️⃣`,
  `&#25991;`,
  `&#x6587;`,
  `&#X00006587`,
  `&check;`,
  `<style>b::before { content: "\\2713" }</style>`,
  `<style>b::before { content: "\\006587" }</style>`,
  `<ol style="list-style: cjk-decimal">`,
  `<ol style="list-style: upper-armenian">`,
  `<q>quotes by language</q>`,
  `<link rel="stylesheet" href="https://example.com/a.css">`,
])("%s may make Chromium search fonts by the document's language", (body) => {
  expect([...fallbackLanguages(`<!doctype html><html lang="ja">${body}`)]).toEqual(["ja"]);
});

test.each<[html: string, languages: string[]]>([
  [`<p>漢`, [""]],
  [`<html lang=""><p>漢`, [""]],
  [`<html class="a" LANG = zh-TW><p>漢`, ["zh-tw"]],
  [`<html lang='ja' xml:lang="ja"><p lang="JA">漢`, ["ja"]],
  [`<html lang="ja"><p lang="ko">漢`, ["ja", "ko"]],
  [`<p xml:lang="ja">漢`, ["", "ja"]],
  [`<body lang="ja">漢`, ["", "ja"]],
  [`<html lang="ja"><a hreflang="en" data-lang="de">漢`, ["ja"]],
  [`<html lang="ja"><p style="-webkit-locale: 'ko'">漢`, ["ja", "", "other"]],
  [`<html lang="ja"><meta http-equiv="Content-Language" content="ko">漢`, ["ja", "", "other"]],
])("the languages of %s are %j", (html, languages) => {
  expect([...fallbackLanguages(html)]).toEqual(languages);
});

test("headers and footers count, without the document's language", () => {
  const japanese = `<html lang="ja"><p>漢`;
  const latin = `<html lang="ja"><p>Text`;
  expect([...fallbackLanguages(japanese, undefined, `<p>1 / 2</p>`)]).toEqual(["ja"]);
  expect([...fallbackLanguages(japanese, `<p>漢`)]).toEqual(["ja", ""]);
  expect([...fallbackLanguages(latin, `<p>漢`, `<p>字`)]).toEqual([""]);
});
