import { expect, test } from "@jest/globals";
import { findForeignSyntax, findSyntaxMistake } from "@platen/mustache";
import { findExpressionMistakes } from "./check-expressions.ts";

test.each([
  "{{formatDate due 'DD.MM.'}}",
  "{{formatCurrency order.total}}",
  "{{multiply price quantity}}",
  "{{#if (eq a 'b')}}",
  "{{#unless (gte items.length 2)}}",
  "{{a == 'b' ? c : d}}",
  "{{else if (ne a 1)}}",
  "{% if a != blank %}",
  "{% if tags contains 'GIFT' %}",
  "{% if lines.size > 1 %}",
  "{% case delivery %}",
  "{% when 'pick-up' %}",
  "{% assign amount = price | times: quantity %}",
  "{% assign names = lines | map: 'name' | join: ', ' %}",
  "{% set due = issued | default(today) %}",
])("what the advice for %s says to write is a template that Platen takes", (foreign) => {
  const [found] = findForeignSyntax(foreign);
  const advised = found?.message.slice(found.message.indexOf("{{", found.message.indexOf(": "))) ?? "";
  expect(advised).toMatch(/\{\{[#^ ]/);
  // The advice for {{else if}} closes and opens the section around it.
  const template = advised.startsWith("{{/a}}") ? `{{#a}}${advised}` : advised;
  expect(findSyntaxMistake(template.slice(0, template.lastIndexOf("}}") + 2))).toBeUndefined();
  expect(findExpressionMistakes(template)).toEqual([]);
});
