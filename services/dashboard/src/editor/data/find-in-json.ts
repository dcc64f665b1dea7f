import { jsonLanguage } from "@codemirror/lang-json";
import type { SyntaxNode } from "@lezer/common";

function nameOf(property: SyntaxNode, json: string): string | undefined {
  const node = property.getChild("PropertyName");
  if (!node) return undefined;
  try {
    const name: unknown = JSON.parse(json.slice(node.from, node.to));
    return typeof name === "string" ? name : undefined;
  } catch {
    return undefined;
  }
}

function valueOf(property: SyntaxNode): SyntaxNode | null {
  return property.lastChild;
}

/** The offset of the first value at a path such as `items[].price` in a JSON text. */
export function findInJson(json: string, path: string): number | undefined {
  const steps = path.split(/\.|(?=\[\])/);
  const find = (value: SyntaxNode | null, [step, ...rest]: string[], at: number): number | undefined => {
    if (step === undefined) return at;
    if (step === "[]") {
      if (value?.name !== "Array") return undefined;
      for (let item = value.firstChild; item; item = item.nextSibling) {
        const found = item.name === "[" ? undefined : find(item, rest, item.from);
        if (found !== undefined) return found;
      }
      return undefined;
    }
    for (const property of value?.getChildren("Property") ?? []) {
      if (nameOf(property, json) === step) return find(valueOf(property), rest, property.from);
    }
    return undefined;
  };
  return find(jsonLanguage.parser.parse(json).topNode.firstChild, steps, 0);
}
