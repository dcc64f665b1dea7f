import { expect, test } from "@jest/globals";
import { listTags } from "@platen/mustache";
import { chipLabel } from "./chip-label.ts";
import { sectionKind, sectionWords } from "./section-words.ts";

const data = { lines: [{ date: "2026-01-31", tags: ["new"] }], status: "paid", seller: { name: "N" } };

test.each([
  ["{{# status | is 'paid' }}", "if status is paid"],
  ["{{^ status | is 'paid' }}", "if status is not paid"],
  ["{{# status | isnt 'paid' }}", "if status is not paid"],
  ["{{^ status | isnt 'paid' }}", "if status is paid"],
  ["{{# status | is wanted.status }}", "if status is wanted.status"],
  ["{{# note | is '' }}", "if note is “”"],
  ["{{# stock | over 10 }}", "if stock is over 10"],
  ["{{^ stock | under -1.5 }}", "if stock is not under -1.5"],
  ["{{# age | atleast 18 }}", "if age is at least 18"],
  ["{{^ weight | atmost 2 }}", "if weight is not at most 2"],
  ["{{# score | between 5 10 }}", "if score is between 5 and 10"],
  ["{{# country | in 'DE' }}", "if country is DE"],
  ["{{# country | in 'DE' 'AT' \"CH\" }}", "if country is DE, AT or CH"],
  ["{{^ country | in 'DE' 'AT' }}", "if country is not DE or AT"],
  ["{{# country | in domestic }}", "if country is one of domestic"],
  ["{{# tags | has 'new' }}", "if tags has new"],
  ["{{^ tags | has 'new' }}", "if tags does not have new"],
  ["{{# discount | present }}", "if discount is there"],
  ["{{^ discount | present }}", "if discount is missing"],
  ["{{# lines | empty }}", "if lines is empty"],
  ["{{^ lines | empty }}", "if lines is not empty"],
  ["{{# lines | count | over 3 }}", "if lines · count is over 3"],
  ["{{# paid }}", "if paid"],
  ["{{^ paid }}", "if not paid"],
  ["{{#@first}}", "if it is the first item"],
  ["{{^@last}}", "if it is not the last item"],
  ["{{# @number | over 2 }}", "if the number of the item is over 2"],
  ["{{# lines }}", "for each of lines"],
  ["{{^ lines }}", "if there is nothing in lines"],
  ["{{# tags }}", "for each of tags"],
  ["{{#.}}", "for each of the item"],
  ["{{# lines | sort date }}", "for each of lines, sorted by date"],
  ["{{# lines | sort date desc | take 3 }}", "for each of lines, sorted by date, descending, the first 3"],
  ["{{# lines | where paid | reverse }}", "for each of lines, where paid is set, in reverse"],
  ["{{# lines | where rate 0.19 | skip 1 }}", "for each of lines, where rate is 0.19, without the first 1"],
  ["{{# lines | groups rate }}", "for each of lines, in groups by rate"],
  ["{{# lines | unique rate | map rate }}", "for each of lines, each rate once, only rate"],
  ["{{# seller | entries }}", "for each of seller, by key and value"],
  ["{{# lines | chunk 2 }}", "for each of lines, in rows of 2"],
  ["{{# lines | first }}", "if lines · first"],
  ["{{# lines | sort 'a", "if lines | sort 'a"],
])("%s is outlined as: %s", (tag, words) => {
  const [found] = listTags(tag.includes("}}") ? tag : `${tag}}}`);
  if (!found) throw new Error("The text has no tag.");
  const section = { name: found.name, isInverted: found.kind === "inverted" };
  expect(sectionWords(section, data)).toBe(words);
  const kind = section.isInverted ? "unless" : words.startsWith("for each") ? "repeats" : "if";
  expect(sectionKind(section, data)).toBe(kind);
});

test.each([
  ["total", "total"],
  ["total | money EUR", "total · money EUR"],
  ["'a | b'|upper|  pad 3 '|'", "'a | b' · upper · pad 3 '|'"],
  ["total | money 'E", "total | money 'E"],
])("a chip shows %s as: %s", (name, label) => {
  expect(chipLabel(name)).toBe(label);
});
