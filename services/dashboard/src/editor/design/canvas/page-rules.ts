/** An `@page` rule of the template, with what it puts into the margins. */
export type PageRule = {
  /** Empty, or a pseudo-class such as `:first`. */
  selector: string;
  style: PageStyle;
  marginBoxes: { name: string; style: CSSStyleDeclaration }[];
};

/** What is read of a rule's declarations. */
export type PageStyle = Iterable<string> & Pick<CSSStyleDeclaration, "getPropertyValue">;

// Rules for margins are missing in the compiler's description of the CSSOM, and in some browsers.
type MarginRule = CSSRule & { name: string; style: CSSStyleDeclaration };
// A declaration counts the properties in it, whatever the compiler's description of it leaves out.
type PageRuleWithMargins = Omit<CSSPageRule, "style"> & { style: PageStyle; cssRules?: CSSRuleList };

function isMarginRule(rule: CSSRule): rule is MarginRule {
  return "name" in rule && "style" in rule;
}

/** Rules belong to the frame's window, whose classes are others than ours, so they are told by their kind. */
function isPageRule(rule: CSSRule): rule is PageRuleWithMargins {
  return rule.constructor.name === "CSSPageRule";
}

function isGroup(rule: CSSRule): rule is CSSGroupingRule {
  return "cssRules" in rule && !isPageRule(rule);
}

/** All rules of a list and of the groups in it. */
export function* allRules(rules: CSSRuleList): Generator<CSSRule> {
  for (const rule of rules) {
    yield rule;
    if (isGroup(rule)) yield* allRules(rule.cssRules);
  }
}

/** The `@page` rules of some stylesheets, in their order. */
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
