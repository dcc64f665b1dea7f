import { jsonLanguage } from "@codemirror/lang-json";
import type { SyntaxNode } from "@lezer/common";
import { findJsonObjectMistake } from "@platen/contracts";

function nameOf(property: SyntaxNode, json: string): unknown {
  const node = property.getChild("PropertyName");
  return node ? JSON.parse(json.slice(node.from, node.to)) : undefined;
}

/** The objects at a path, where `*` stands for all items of a list. */
function objectsAt(value: SyntaxNode | null, [step, ...rest]: readonly string[], json: string): SyntaxNode[] {
  if (!value) return [];
  if (step === undefined) return value.name === "Object" ? [value] : [];
  if (step === "*")
    return value.name === "Array" ? value.getChildren("Object").flatMap((one) => objectsAt(one, rest, json)) : [];
  const property = value.getChildren("Property").find((one) => nameOf(one, json) === step);
  return property ? objectsAt(property.lastChild, rest, json) : [];
}

/** The line break and indentation of the members of an object; undefined for an object on one line. */
function breakIn(json: string, { from }: SyntaxNode, first: SyntaxNode | null): string | undefined {
  if (!first) return undefined;
  const between = json.slice(from + 1, first.from);
  return between.includes("\n") ? between : undefined;
}

/**
 * Adds a field to the object at a path of a JSON text, or to each item of a list, and leaves the rest of the text as it
 * is. Undefined if there is no such object, or one has the field already.
 */
export function addField(json: string, path: readonly string[], name: string, value: unknown): string | undefined {
  if (findJsonObjectMistake(json)) return undefined;
  const objects = objectsAt(jsonLanguage.parser.parse(json).topNode.firstChild, path, json);
  if (objects.length === 0) return undefined;
  const written = `${JSON.stringify(name)}: ${JSON.stringify(value)}`;
  let text = json;
  for (const object of objects.toReversed()) {
    const members = object.getChildren("Property");
    if (members.some((member) => nameOf(member, json) === name)) return undefined;
    const last = members.at(-1);
    const lines = breakIn(json, object, members[0] ?? null);
    text = last
      ? `${text.slice(0, last.to)},${lines ?? " "}${written}${text.slice(last.to)}`
      : `${text.slice(0, object.from)}{\n  ${written}\n}${text.slice(object.to)}`;
  }
  return text;
}
