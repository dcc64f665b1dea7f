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

  const labels = (text: string) => complete(text)?.options.map(({ label }) => label);

  test("the formats that fit the value are offered after a pipe, with signature, description and example", () => {
    const { from, sigil, options = [] } = complete("{{ number | mo") ?? {};
    expect([from, sigil]).toEqual([12, "|"]);
    expect(options.find(({ label }) => label === "or")).toMatchObject({
      detail: "other",
      info: "or other\nGives another value for a missing one, null, an empty text or an empty list.\n{{ nickname | or name }} → Ada",
    });
    expect(labels("{{ number |")).toEqual(expect.arrayContaining(["money", "upper"]));
    expect(labels("{{ number |")).not.toContain("sum");
    expect(labels("{{ items | take 1 |")).toContain("sum");
    expect(labels("{{ items | take 1 |")).not.toContain("money");
    expect(labels("{{ unknown | or 'a | b' | ")).toContain("upper");
    expect(labels("{{ unknown | ")).toContain("money");
    expect(labels("{{# number | ")?.slice(0, 2)).toEqual(["is", "isnt"]);
  });

  test("its words, fields, named arguments and the names of the data are offered after a format", () => {
    expect(labels("{{ number | date lo")?.slice(0, 4)).toEqual(["short", "medium", "long", "full"]);
    expect(complete("{{ number | date lo")).toMatchObject({ from: 17, sigil: "|" });
    expect(labels("{{ items | sort ")?.slice(0, 4)).toEqual(["asc", "desc", "text", "note"]);
    expect(labels("{{# items | sort text ")).toContain("desc");
    expect(labels("{{ number | money ")).toEqual(expect.arrayContaining(["EUR", "accounting", "seller.name"]));
    expect(labels("{{ number | qr ")).toContain("ecc=");
    expect(labels("{{ number | qr ecc=")).toEqual(["L", "M", "Q", "H"]);
    expect(labels("{{ number | is ")).toContain("seller.name");
  });

  test.each(["{{ number | or '", "{{ number | or 'a ", "{{ number | nothing ", "{{ number | upper x", "{{! a | b"])(
    "nothing is offered at the end of: %s",
    (text) => {
      expect(complete(text)).toBeUndefined();
    },
  );

  test("the names of Platen are offered after an @", () => {
    expect(complete("{{#items}}{{^@la")).toMatchObject({ from: 13, sigil: "^" });
    expect(complete("{{#items}}{{^@la")?.options.map(({ label }) => label)).toContain("@last");
  });

  test("a section with formats is closed by its name, and adds the names of what the formats give", () => {
    expect(labels("{{# items | reverse }}{{/")).toEqual(["items"]);
    expect(labels("{{# items | reverse }}{{")?.[0]).toBe("text");
    expect(labels("{{# items | groups text }}{{")?.slice(0, 2)).toEqual(["key", "items"]);
    expect(labels("{{# items | reverse }}{{/items}}{{")?.[0]).toBe("number");
    expect(labels("{{# number | is '1' }}{{")?.[0]).toBe("number");
  });
});

test.each(["|", "<p>|", "{{a}}|", "{ {|", "{{! note |", "{{a b|"])(
  "outside a tag's name, nothing is offered: %s",
  (text) => {
    expect(offered(text)).toBeUndefined();
  },
);
