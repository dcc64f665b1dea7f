import type { Tag } from "@platen/mustache";

/** A piece of the template's text, in UTF-16 units; `end` is after its last one. */
export type Range = { start: number; end: number };

export type Attribute = Range & {
  /** In lower case. */
  name: string;
  /** What stands between the quotes, as written; undefined for an attribute without a value. */
  value: Range | undefined;
  quote: '"' | "'" | "";
  /** Whether it stands in a section inside the tag: `<tr{{#total}} class="total"{{/total}}>`. */
  isConditional: boolean;
};

type Placed = Range & {
  /** Its index in `Template.nodes`: counted in the order of the text, so any edit may change it. */
  id: number;
  parent: ParentNode | undefined;
};

/** An element. Its range is from its start tag to its end tag, or to where the HTML parser ends it. */
export type ElementNode = Placed & {
  kind: "element";
  /** As the browser names it; as written where it holds Mustache. */
  name: string;
  /** Whether it belongs to SVG or MathML. */
  isForeign: boolean;
  /** Where the name in the start tag ends. */
  nameEnd: number;
  open: Range;
  close: Range | undefined;
  attributes: Attribute[];
  children: TemplateNode[];
};

/** Text without any tag, as written: entities and white space included. */
export type TextNode = Placed & { kind: "text" };

/** `{{name}}` in text; `{{{name}}}` and `{{&name}}` are not escaped. */
export type VariableNode = Placed & { kind: "variable"; name: string; isEscaped: boolean };

/** `{{#name}}…{{/name}}` or `{{^name}}…{{/name}}` around whole nodes. */
export type SectionNode = Placed & {
  kind: "section";
  name: string;
  isInverted: boolean;
  open: Range;
  close: Range;
  children: TemplateNode[];
};

/** What is kept as it is, to be edited as code. */
export type OpaqueNode = Placed & {
  kind: "opaque";
  what:
    | "comment"
    | "doctype"
    | "script"
    | "style"
    /** A Mustache comment. */
    | "note"
    /** A Mustache tag that sets delimiters. */
    | "delimiters"
    /** A tag without its other half, or a Mustache tag where none belongs. */
    | "stray tag"
    /** One end of a section that does not hold whole elements: `{{#a}}<tr>{{/a}}`. */
    | "section tag";
};

export type ParentNode = ElementNode | SectionNode;
export type TemplateNode = ParentNode | TextNode | VariableNode | OpaqueNode;

/** Something that the visual editor cannot work with; it is left alone, and mended in the code. */
export type TemplateMistake = { offset: number; message: string };

/** Mustache HTML, read. Children of a node, and the outermost nodes, are all of its content: no character is left out. */
export type Template = {
  html: string;
  children: TemplateNode[];
  /** All nodes, by id. */
  nodes: TemplateNode[];
  /** All Mustache tags, also those in attributes and comments. */
  tags: Tag[];
  mistakes: TemplateMistake[];
};
