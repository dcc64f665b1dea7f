import { after, testGrowth } from "@platen/testing/growth";
import { check } from "./check.ts";

testGrowth(import.meta.dirname, {
  "the syntax of a template": {
    read: (html) => check({ find: "compose", source: { html, settings: {} } }),
    files: [
      "../../../../packages/mustache/src/find-syntax-mistake",
      "../../../../packages/mustache/src/find-unclosed-name",
      "../../../../packages/mustache/src/open-tags",
      "../../../../packages/mustache/src/read-expression",
      "../../../../packages/mustache/src/read-tag",
      "../../../../packages/formats/src/check-expressions",
      "../../../../packages/formats/src/date-pattern",
      "../../../../packages/formats/src/resolve-arguments",
    ],
    limit: 1_000_000,
    known: [
      after("{{a", " | or b"),
      after("", "{{a b"),
      after("", "{{a|b}}"),
      after("{{", " "),
      after("", "{{#a}}"),
      after(`{{=${"a".repeat(7)}b${"a".repeat(8)} }}=}}`, "a"),
    ],
  },
  "foreign syntax in a template": {
    read: (html) => check({ find: "warnings", source: { html, settings: {} } }),
    files: [
      "../../../../packages/mustache/src/list-tags",
      "../../../../packages/mustache/src/foreign-call",
      "../../../../packages/mustache/src/foreign-condition",
      "../../../../packages/mustache/src/foreign-helper",
      "../../../../packages/mustache/src/foreign-path",
      "../../../../packages/mustache/src/foreign-statement",
      "../../../../packages/mustache/src/foreign-value",
      "find-foreign-warnings",
    ],
    limit: 1_000_000,
    known: [
      ...["{{a+b}}", "{% if ", "{%", "{{#a}}{{else}}", "{{a ?"].map((unit) => after("", unit)),
      ...["{{a", "{{#if ", "{% if "].map((head) => after(head, " ")),
    ],
  },
  "the texts that a template prints": {
    read: (html) => check({ find: "messages", source: { html, settings: {} } }),
    files: [
      "../../../../packages/formats/src/messages/used-messages",
      "source-composer",
      "../translations/template-messages",
    ],
    limit: 1_000_000,
    known: [after("{{", "a | t b"), after("", "{{@t.a.b}}")],
  },
  "a text of translations": {
    read: (text) => check({ find: "texts", source: { en: { a: text } } }),
    files: ["../../../../packages/formats/src/messages/read-message"],
    limit: 10_000,
  },
  "a CSV file of translations": {
    read: (content) => check({ find: "file", source: { format: "csv", content } }),
    files: ["../translations/files/read-csv", "../translations/files/formula-cells"],
    limit: 4_000_000,
    known: [after("key,en\n", "a,b\n"), after("key,en\n", '"'), after("key,en\n", ",")],
  },
  "an XLIFF file of translations": {
    read: (content) => check({ find: "file", source: { format: "xliff", content } }),
    files: ["../translations/files/read-xliff", "../translations/files/read-translation-file"],
    limit: 4_000_000,
    known: [after('<xliff version="2.0" trgLang="de">', "<a>"), after("", "&amp;"), after("<a ", "b='c' ")],
  },
});
