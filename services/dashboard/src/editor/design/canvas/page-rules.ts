/** An `@page` rule of the template, with its margin boxes. */
export type PageRule = {
  /** Empty, or a pseudo-class such as `:first`. */
  selector: string;
  style: PageStyle;
  marginBoxes: { name: string; style: CSSStyleDeclaration }[];
};

/** The part of a rule's declarations that is read. */
export type PageStyle = Iterable<string> & Pick<CSSStyleDeclaration, "getPropertyValue">;

// The compiler's CSSOM types, and some browsers, lack margin rules.
type MarginRule = CSSRule & { name: string; style: CSSStyleDeclaration };
// A declaration iterates over its properties, although the compiler's type does not say so.
type PageRuleWithMargins = Omit<CSSPageRule, "style"> & { style: PageStyle; cssRules?: CSSRuleList };

function isMarginRule(rule: CSSRule): rule is MarginRule {
  return "name" in rule && "style" in rule;
}

/** Rules have classes of the frame's window, so `instanceof` does not work. */
function isPageRule(rule: CSSRule): rule is PageRuleWithMargins {
  return rule.constructor.name === "CSSPageRule";
}

function isGroup(rule: CSSRule): rule is CSSGroupingRule {
  return "cssRules" in rule && !isPageRule(rule);
}

/** All rules of a list, including those in groups. */
export function* allRules(rules: CSSRuleList): Generator<CSSRule> {
  for (const rule of rules) {
    yield rule;
    if (isGroup(rule)) yield* allRules(rule.cssRules);
  }
}

/** The `@page` rules of stylesheets, in order. */
export function pageRulesOf(sheets: Iterable<CSSStyleSheet>): PageRule[] {
  const found: PageRule[] = [];
  for (const sheet of sheets) {
    for (const rule of allRules(sheet.cssRules)) {
      if (!isPageRule(rule)) continue;
      const marginBoxes = [...(rule.cssRules ?? [])].filter(isMarginRule).map(({ name, style }) => ({ name, style }));
      found.push({ selector: rule.selectorText.trim(), style: rule.style, marginBoxes });
    }
  }
  return found;
}
