/** Families for which browsers choose a font, and the worker's Chromium takes the next family of the list. */
const unprinted =
  /^(?:cursive|fantasy|math|fangsong|ui-(?:sans-serif|serif|monospace|rounded)|-apple-system|BlinkMacSystemFont)$/i;
/** Values other than a list of families. */
const wideKeyword = /^(?:inherit|unset|revert|revert-layer)$/i;

/** The items of a list, which commas in strings, functions and brackets do not divide. */
function itemsIn(list: string): string[] {
  const items = list.match(/(?:"(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'?|\((?:[^()]|\([^()]*\))*\)?|[^,"'(])+/gs) ?? [];
  return items.map((item) => item.trim());
}

/** A declaration iterates over its properties, although the compiler's type does not say so. */
type Style = Iterable<string> & Pick<CSSStyleDeclaration, "getPropertyValue" | "getPropertyPriority" | "setProperty">;

type PrintedFonts = {
  /** Families that CSS leaves to the browser, and for which the canvas has rules with the same name. */
  genericFamilies: readonly string[];
  /** Where Chromium looks for characters that no family of the list has. */
  fallbackFamilies: readonly string[];
};

/** Rewrites lists of font families, so that a browser takes the fonts which the workers print. */
export function createPrintedFamilies({ genericFamilies, fallbackFamilies }: PrintedFonts) {
  const generic = new Set(genericFamilies);
  const fallback = fallbackFamilies.map((family) => JSON.stringify(family)).join(", ");

  /** Puts generic families in quotes. Only then a browser reads them as names, for which the canvas has rules. */
  function named(list: string): string {
    return itemsIn(list)
      .filter((item) => !unprinted.test(item))
      .map((item) => (generic.has(item.toLowerCase()) ? JSON.stringify(item.toLowerCase()) : item))
      .join(", ");
  }

  /** The value of `font-family`, as it is printed. */
  function printed(list: string): string {
    if (wideKeyword.test(list.trim())) return list;
    const families = list.trim().toLowerCase() === "initial" ? "" : named(list);
    return families === "" ? fallback : `${families}, ${fallback}`;
  }

  return {
    fallback,
    printed,
    /** Rewrites the families of a style, and those in its variables. It leaves a style with the family `kept` alone. */
    apply(style: Style, kept = ""): void {
      const set = (property: string, value: string) =>
        style.setProperty(property, value, style.getPropertyPriority(property));
      const families = style.getPropertyValue("font-family");
      // With a variable in it, a style has no more than `font` as written. Its families come last.
      const font = families === "" ? style.getPropertyValue("font") : "";
      if (families !== "" && families !== kept) set("font-family", printed(families));
      else if (font.includes("var(")) set("font", printed(font));
      const variables = [...style].filter((property) => property.startsWith("--"));
      for (const property of variables) {
        const value = style.getPropertyValue(property);
        if (itemsIn(value).some((item) => generic.has(item.toLowerCase()))) set(property, named(value));
      }
    },
  };
}
