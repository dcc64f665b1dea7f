import { listTags } from "@platen/mustache";
import { makeEdit, type Change, type Edit } from "./edit.ts";
import type { ElementNode, Range, Template } from "../model/nodes.ts";
import { attributeChanges, findAttribute } from "./set-attribute.ts";
import { readDeclarations, type Declaration } from "../model/read-declarations.ts";
import { writeAttributeValue } from "../model/written-text.ts";

/**
 * Sets properties in an element's style attribute, or removes those whose value is undefined. Other declarations, and
 * those inside Mustache sections, stay as they are; new ones come last. Undefined if the style attribute itself is
 * inside a Mustache section of the tag.
 */
export function setStyles(
  template: Template,
  element: ElementNode,
  values: Readonly<Record<string, string | undefined>>,
): Edit | undefined {
  const changes = styleChanges(template, element, values);
  return changes && makeEdit(template, changes, element);
}

/** The changes of `setStyles`. */
export function styleChanges(
  template: Template,
  element: ElementNode,
  values: Readonly<Record<string, string | undefined>>,
): Change[] | undefined {
  const attribute = findAttribute(element, "style");
  const added = Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [`${name}: ${value}`]));
  if (!attribute?.value)
    return added.length === 0 ? [] : attributeChanges(template, element, "style", added.join("; "));
  if (attribute.isConditional) return undefined;
  const { value: range, quote } = attribute;
  const changes: Change[] = [];
  const missing: string[] = [];
  const removed = new Set<Declaration>();
  const declarations = declarationsOf(template, element);
  for (const [property, value] of Object.entries(values)) {
    const own = declarations.filter((declaration) => declaration.property === property && !declaration.isConditional);
    const last = own.at(-1);
    if (value === undefined) for (const declaration of own) removed.add(declaration);
    else if (!last) missing.push(`${property}: ${value}`);
    else if (last.value.text !== value)
      changes.push({ start: last.value.start, end: last.value.end, text: write(value) });
  }
  const isEmptied = removed.size === declarations.length && !holdsTagsOnly();
  if (isEmptied && missing.length === 0) {
    return attributeChanges(template, element, "style", undefined);
  }
  changes.push(...removals(template, range, declarations, removed));
  if (missing.length > 0) changes.push(addition(template, range, write(missing.join("; ")), isEmptied));
  if (quote === "" && changes.length > 0) {
    // A value with spaces needs quotes.
    changes.push({ start: range.start, end: range.start, text: '"' }, { start: range.end, end: range.end, text: '"' });
  }
  return changes;

  function write(value: string): string {
    return writeAttributeValue(value, listTags(value), quote === "'" ? "'" : '"');
  }

  /** Whether the attribute contains Mustache tags outside its declarations. */
  function holdsTagsOnly(): boolean {
    return template.tags.some(
      ({ start, end }) =>
        start >= range.start &&
        end <= range.end &&
        !declarations.some((other) => other.start <= start && end <= other.end),
    );
  }
}

/** Removes declarations with the white space before them; for the first one, with the white space after it. */
function removals(
  { html }: Template,
  range: Range,
  declarations: readonly Declaration[],
  removed: ReadonlySet<Declaration>,
): Change[] {
  return declarations.flatMap((declaration, index) => {
    if (!removed.has(declaration)) return [];
    const end = declaration.semicolonEnd ?? declaration.end;
    const isFirst = declarations.slice(0, index).every((other) => removed.has(other));
    const after = isFirst ? (/^\s*/.exec(html.slice(end, range.end))?.[0].length ?? 0) : 0;
    const before = isFirst ? 0 : (/\s*$/.exec(html.slice(range.start, declaration.start))?.[0].length ?? 0);
    return [{ start: declaration.start - before, end: end + after, text: "" }];
  });
}

function addition({ html }: Template, range: Range, text: string, isAlone: boolean): Change {
  const written = html.slice(range.start, range.end).trimEnd();
  const position = range.start + written.length;
  const isEnded = written.endsWith(";");
  const joint = written === "" || isAlone ? "" : isEnded ? " " : "; ";
  return { start: position, end: position, text: `${joint}${text}${isEnded ? ";" : ""}` };
}

/** The declarations of an element's style attribute. */
export function declarationsOf(template: Template, element: ElementNode): Declaration[] {
  const value = findAttribute(element, "style")?.value;
  return value ? readDeclarations(template.html, value, template.tags) : [];
}
