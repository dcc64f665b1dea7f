import { expect, test } from "@jest/globals";
import { languageOfHtml } from "./language-of-html.ts";

test.each([
  ['<!doctype html><html lang="en-GB"><body>', "en-GB"],
  ["<HTML class='a > b' LANG=de>", "de"],
  ['<!-- <html lang="fr"> -->{{! <html lang="it"> }}<html lang="de">', "de"],
  ['<html lang="{{ language }}">', undefined],
  ['<html><p lang="de">', undefined],
  ['<p lang="de">', undefined],
])("%s is in the language %s", (html, language) => {
  expect(languageOfHtml(html)).toBe(language);
});
