/** How the pages look: their colour up to the edges, and the border around what is in their margins. */
export type PageLook = { colour: string; borderWidth: string; borderColour: string };

/** The rule that Design writes, last in the stylesheet, so that it wins. */
const rule = /(?:^|\n)@page \{((?: (?:background-color|border): [^;{}]*;)*) \}\n?$/;

function declared(css: string, property: string): string {
  const declarations = rule.exec(css)?.[1] ?? "";
  return new RegExp(` ${property}: ([^;]*);`).exec(declarations)?.[1] ?? "";
}

/** How the pages look by the rule that Design wrote. Its parts are empty where it says nothing. */
export function pageLookOf(css: string): PageLook {
  const [, borderWidth = "", borderColour = ""] = /^(\S+) solid (.+)$/.exec(declared(css, "border")) ?? [];
  return { colour: declared(css, "background-color"), borderWidth, borderColour };
}

/** The stylesheet without the rule that Design writes. */
export function withoutPageLook(css: string): string {
  return css.replace(rule, (_rule, _declarations, offset: number) => (offset > 0 ? "\n" : ""));
}

/** The stylesheet with other pages. */
export function withPageLook(css: string, change: Partial<PageLook>): string {
  const { colour, borderWidth, borderColour } = { ...pageLookOf(css), ...change };
  const declarations = [
    ...(colour === "" ? [] : [`background-color: ${colour};`]),
    ...(borderWidth === "" ? [] : [`border: ${borderWidth} solid ${borderColour || "#000000"};`]),
  ];
  const others = withoutPageLook(css);
  if (declarations.length === 0) return others;
  const end = others === "" || others.endsWith("\n") ? "" : "\n";
  return `${others}${end}@page { ${declarations.join(" ")} }\n`;
}
