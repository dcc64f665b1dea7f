import { describe, expect, test } from "@jest/globals";
import { completeMustache } from "./mustache-completion.ts";

const data = {
  number: "1",
  seller: { name: "N", bank: { iban: "I" } },
  items: [{ text: "a" }, { text: "b", note: "n" }],
  lines: ["x"],
  "with.dot": 1,
};

/** The names offered at `|`. */
function offered(marked: string) {
  const offset = marked.indexOf("|");
  const completion = completeMustache(marked.replace("|", ""), offset, data);
  return completion?.options.map(({ label }) => label);
}

describe("in a tag", () => {
  test("all paths of the data are offered", () => {
    expect(offered("<p>{{|}}</p>")).toEqual([
      "number",
      "seller",
      "seller.name",
      "seller.bank",
      "seller.bank.iban",
      "items",
      "lines",
    ]);
  });

  test("the names of a section's items come before the names around it", () => {
    const names = offered("{{#items}}<b title='{{te|");
    expect(names?.slice(0, 2)).toEqual(["text", "note"]);
    expect(names).toContain("seller.name");
  });

  test("a text item is offered as a dot", () => {
    expect(offered("{{#lines}}{{|}}{{/lines}}")?.[0]).toBe(".");
  });

  test("a closed section and an inverted section add no names", () => {
    expect(offered("{{#items}}{{/items}}{{|")?.[0]).toBe("number");
    expect(offered("{{^items}}{{|")?.[0]).toBe("number");
  });

  test("that closes a section, the open sections are offered, innermost first", () => {
    expect(offered("{{#items}}{{^note}}{{#lines}}{{/lines}}{{/|")).toEqual(["note", "items"]);
  });

  test("the completed name starts after the sigil", () => {
    expect(completeMustache("{{#sel", 6, data)).toMatchObject({ from: 3, sigil: "#" });
    expect(completeMustache("{{{ sel", 7, data)).toMatchObject({ from: 4, sigil: "{" });
  });
});

describe("in a tag with formats", () => {
  const complete = (text: string) => completeMustache(text, text.length, data);

  test("the formats are offered after a pipe, with signature and description", () => {
    const { from, options = [] } = complete("{{ number | mo") ?? {};
    expect(from).toBe(12);
    expect(options.find(({ label }) => label === "or")).toEqual({
      label: "or",
      detail: "other",
      distance: 0,
      info: expect.stringMatching(/^Gives another value/),
    });
    expect(complete("{{# number |upper| ")?.options).toEqual(options);
    expect(complete("{{ number | or '")).toBeUndefined();
  });

  test("the names of Platen are offered after an @", () => {
    expect(complete("{{#items}}{{^@la")).toMatchObject({ from: 13, sigil: "^" });
    expect(complete("{{#items}}{{^@la")?.options.map(({ label }) => label)).toContain("@last");
  });

  test("a section with formats is closed by its name, and adds the names of its items", () => {
    expect(complete("{{# items | upper }}{{/")?.options.map(({ label }) => label)).toEqual(["items"]);
    expect(complete("{{# items | upper }}{{")?.options[0]?.label).toBe("text");
    expect(complete("{{# items | upper }}{{/items}}{{")?.options[0]?.label).toBe("number");
  });
});

test.each(["|", "<p>|", "{{a}}|", "{ {|", "{{! note |", "{{a b|"])(
  "outside a tag's name, nothing is offered: %s",
  (text) => {
    expect(offered(text)).toBeUndefined();
  },
);
