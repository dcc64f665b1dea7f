import { listTags } from "@platen/mustache";
import { makeEdit, type Change, type Edit } from "./edit.ts";
import type { Attribute, ElementNode, Range, Template } from "../model/nodes.ts";
import { decodeWritten, writeAttributeValue } from "../model/written-text.ts";

/** The decoded value of an attribute, with Mustache tags as they are; "" for an attribute without a value. */
export function readAttribute(template: Template, element: ElementNode, name: string): string | undefined {
  const attribute = findAttribute(element, name);
  if (!attribute) return undefined;
  return attribute.value ? decodeWritten(template.html, attribute.value, template.tags) : "";
}

/**
 * Sets or removes an attribute. Mustache tags in the value stay tags. Undefined if the attribute is inside a Mustache
 * section of the tag, which only the Code view can edit.
 */
export function setAttribute(
  template: Template,
  element: ElementNode,
  name: string,
  value: string | undefined,
): Edit | undefined {
  const changes = attributeChanges(template, element, name, value);
  return changes && makeEdit(template, changes, element);
}

export function findAttribute(element: ElementNode, name: string): Attribute | undefined {
  return element.attributes.find((attribute) => attribute.name === name.toLowerCase());
}

export function attributeChanges(
  template: Template,
  element: ElementNode,
  name: string,
  value: string | undefined,
): Change[] | undefined {
  const attribute = findAttribute(element, name);
  if (attribute?.isConditional) return undefined;
  if (value === undefined) return attribute ? [{ ...withSpaceBefore(template, attribute), text: "" }] : [];
  if (attribute && readAttribute(template, element, name) === value) return [];
  const quote = attribute?.quote === "'" ? "'" : '"';
  const written = writeAttributeValue(value, listTags(value), quote);
  if (attribute?.value && attribute.quote !== "") return [{ ...rangeOf(attribute.value), text: written }];
  if (attribute) {
    const nameEnd = attribute.start + attribute.name.length;
    return [{ start: nameEnd, end: attribute.end, text: `=${quote}${written}${quote}` }];
  }
  const { position, space } = insertPointOf(template, element);
  return [{ start: position, end: position, text: `${space}${name}=${quote}${written}${quote}` }];
}

/** The point after the last unconditional attribute, with the white space that separates that one. */
function insertPointOf({ html }: Template, element: ElementNode): { position: number; space: string } {
  const last = element.attributes.findLast(({ isConditional }) => !isConditional);
  if (!last) return { position: element.nameEnd, space: " " };
  const space = /\s*$/.exec(html.slice(element.open.start, last.start))?.[0] ?? "";
  return { position: last.end, space: space === "" ? " " : space };
}

function withSpaceBefore({ html }: Template, { start, end }: Range): Range {
  const space = /\s*$/.exec(html.slice(0, start))?.[0] ?? "";
  return { start: start - space.length, end };
}

function rangeOf({ start, end }: Range): Range {
  return { start, end };
}
