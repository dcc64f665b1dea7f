import type { Expression, Tag } from "@platen/mustache";

/** A range of the template's text, in UTF-16 units. `end` is exclusive. */
export type Range = { start: number; end: number };

export type Attribute = Range & {
  /** In lower case. */
  name: string;
  /** The range between the quotes; undefined for an attribute without a value. */
  value: Range | undefined;
  quote: '"' | "'" | "";
  /** Whether it is inside a section in the tag: `<tr{{#total}} class="total"{{/total}}>`. */
  isConditional: boolean;
};

type Placed = Range & {
  /** Its index in `Template.nodes`, in the order of the text. Any edit may change it. */
  id: number;
  parent: ParentNode | undefined;
};

/** An element, from its start tag to its end tag or to the end that the HTML parser assumes. */
export type ElementNode = Placed & {
  kind: "element";
  /** As the browser names it; as in the source if it contains Mustache. */
  name: string;
  /** Whether it belongs to SVG or MathML. */
  isForeign: boolean;
  /** The end of the name in the start tag. */
  nameEnd: number;
  open: Range;
  close: Range | undefined;
  attributes: Attribute[];
  children: TemplateNode[];
};

/** Text between tags, including entities and white space. */
export type TextNode = Placed & { kind: "text" };

/** What a tag of a variable or section says, as written: `total | money EUR`. */
type Named = {
  name: string;
  /** Where the name starts in the source. */
  nameStart: number;
  /** The parsed name; undefined for a plain name and for one with a mistake. */
  expression: Expression | undefined;
};

/** `{{name}}` in text; `{{{name}}}` and `{{&name}}` are not escaped. */
export type VariableNode = Placed & Named & { kind: "variable"; isEscaped: boolean };

/** `{{#name}}…{{/name}}` or `{{^name}}…{{/name}}` around whole nodes. */
export type SectionNode = Placed &
  Named & {
    kind: "section";
    isInverted: boolean;
    open: Range;
    close: Range;
    children: TemplateNode[];
  };

/** `{{> name }}` in text: a snippet of the project, which is one block. */
export type SnippetNode = Placed & { kind: "snippet"; name: string };

/** Source that only the Code view can edit. */
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
    /** A tag without its counterpart, or a Mustache tag in a wrong context. */
    | "stray tag"
    /** A tag of a section that does not contain whole elements: `{{#a}}<tr>{{/a}}`. */
    | "section tag";
};

/** A node with children. */
export type ParentNode = ElementNode | SectionNode;
/** Any node of a template. */
export type TemplateNode = ParentNode | TextNode | VariableNode | SnippetNode | OpaqueNode;

/** A mistake that the Design view cannot handle. It stays as it is until the author fixes it in Code. */
export type TemplateMistake = { offset: number; message: string };

/** Parsed Mustache HTML. The children of a node cover all of its content, without gaps. */
export type Template = {
  html: string;
  children: TemplateNode[];
  /** All nodes, by id. */
  nodes: TemplateNode[];
  /** All Mustache tags, including those in attributes and comments. */
  tags: Tag[];
  mistakes: TemplateMistake[];
};
