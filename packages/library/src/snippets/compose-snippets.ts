import { listTags } from "@platen/mustache";
import {
  createComposedWriter,
  writtenText,
  type ComposedText,
  type Place,
  type PlacedMessage,
} from "../composed-text.ts";
import { createMessages } from "./messages.ts";
import {
  mayUseSnippets,
  type BlockNode,
  type ParsedPart,
  type SnippetNode,
  type SnippetTagNode,
  type TextNode,
} from "./parse-part.ts";
import { createSnippetParts, snippetPath, type SnippetLibrary, type SnippetText } from "./snippet-parts.ts";
import { createSnippetWriter, type Copy, type Lines } from "./snippet-writer.ts";

/** The texts of a template as its author writes them. */
export type TemplateTexts = { html: string; css: string; header?: string | undefined; footer?: string | undefined };

export type ComposedTemplate = {
  html: ComposedText;
  css: ComposedText;
  header?: ComposedText;
  footer?: ComposedText;
};

/** A part of the composed HTML that is a copy of the template's own, line by line. */
export type OwnPiece = {
  /** In the order of both texts. */
  copies: Copy[];
  /** The white space that each line has in the composed text in place of `margin` in the template's. */
  indent: string;
  margin: string;
};

/** A block of a layout in the composed HTML. */
export type ComposedBlock = {
  name: string;
  /** The snippet whose block the template fills. */
  layout: string;
  start: number;
  end: number;
  /** Whether the template writes it. */
  isOwn: boolean;
  /** Where the template closes the layout. */
  closeStart: number;
};

/** Which parts of the composed HTML the template writes itself, in the order of the text. */
export type OwnText = { pieces: OwnPiece[]; blocks: ComposedBlock[] };

export type Composition = {
  texts: ComposedTemplate;
  /** The names of the snippets that went in. */
  used: string[];
  /** What makes the composed texts useless. */
  mistakes: PlacedMessage[];
  warnings: PlacedMessage[];
  /** Whether one of the limits ended it. */
  exceedsLimit: boolean;
  /** With `findsOwn`. */
  own: OwnText;
};

const maxDepth = 20;
const maxSnippets = 200;
const maxLengths = { html: 1_000_000, css: 1_000_000, header: 500_000, footer: 500_000 };
const paths = { html: "html", css: "css", header: "settings.header", footer: "settings.footer" };

/** A part in place: a text of the template, or a snippet in the text that takes it in. */
type Frame = { part: ParsedPart; name: string | undefined; taker: Frame | undefined; depth: number };

/** The blocks of one layout's tags, with what is around them there. */
type Layer = {
  node: SnippetNode;
  blocks: ReadonlyMap<string, BlockNode>;
  frame: Frame;
  layers: readonly Layer[];
  /** The names of the blocks that the layout has. */
  asked: Set<string>;
};

/** Ends composing after a mistake that makes all further work useless. */
class Stop extends Error {}

export type ComposeOptions = {
  /** The name of the snippet whose own text is composed, for its check: it cannot use itself. */
  ownName?: string;
  /** The most characters of the composed HTML. The default is 1,000,000. */
  maxLength?: number;
  /** How many tags of snippets, and texts between them, composing visits. The default is 20,000. */
  maxSteps?: number;
  /**
   * For an editor: finds the text that the template writes itself. Its tags `{{> name }}` then stay in the HTML, so that
   * each of them can be edited as one.
   */
  findsOwn?: boolean;
};

/**
 * Puts snippets in the place of their tags: `{{> name }}`, and layouts `{{< name }}{{$ block }}…{{/ block }}{{/ name }}`.
 * The result has no such tags. The work is bounded by the length of the texts, 20,000 tags and the limits of the results,
 * however the snippets are nested.
 */
export function composeSnippets(
  source: TemplateTexts,
  library: SnippetLibrary,
  { ownName, maxLength = maxLengths.html, maxSteps = 20_000, findsOwn = false }: ComposeOptions = {},
): Composition {
  let exceedsLimit = false;
  const used = new Set<string>();
  const mistakes = createMessages();
  const warnings = createMessages();
  const parts = createSnippetParts(library, mistakes);
  const own: OwnText = { pieces: [], blocks: [] };

  function stop(message: PlacedMessage): never {
    exceedsLimit = true;
    mistakes.add(message);
    throw new Stop();
  }

  function compose(field: "html" | "header" | "footer", text: string): ComposedText {
    const path = paths[field];
    if (!mayUseSnippets(text)) return writtenText(path, text);
    const traces = findsOwn && field === "html";
    const root = parts.parse(path, text, { keepsPartials: traces });
    if (!root) return writtenText(path, text);
    const limit = field === "html" ? maxLength : maxLengths[field];
    const writer = createSnippetWriter({
      limit,
      onTooLong(at) {
        const message = `The text with its snippets exceeds ${limit.toLocaleString("en")} characters.`;
        stop({ ...at, message });
      },
    });
    let steps = 0;

    function writeText(node: TextNode, part: ParsedPart, lines: Lines): void {
      const copies = traces && part === root ? [{ at: writer.length(), from: node.start, length: 0 }] : undefined;
      if (copies) own.pieces.push({ copies, ...lines });
      writer.writeText(node, part, lines, copies);
    }

    function expand(nodes: readonly SnippetTagNode[], frame: Frame, layers: readonly Layer[], lines: Lines): void {
      for (const node of nodes) {
        steps += 1;
        const place = { path: frame.part.path, line: node.line, column: node.column };
        if (steps > maxSteps) {
          const most = maxSteps.toLocaleString("en");
          stop({ ...place, message: `The text takes in snippets too often: more than ${most} pieces of text.` });
        }
        if (node.kind === "text") writeText(node, frame.part, lines);
        else if (node.kind === "block") expandBlock(node, frame, layers, lines);
        else expandSnippet(node, place, frame, layers, lines);
      }
    }

    function expandBlock(node: BlockNode, frame: Frame, layers: readonly Layer[], lines: Lines): void {
      let chosen: Layer | undefined;
      // The outermost text that replaces a block wins.
      for (const layer of layers) {
        if (!layer.blocks.has(node.name)) continue;
        layer.asked.add(node.name);
        chosen ??= layer;
      }
      const replacement = chosen?.blocks.get(node.name);
      const start = writer.length();
      if (!chosen || !replacement) {
        expand(node.nodes, frame, layers, lines);
      } else {
        const indent = lines.indent + withoutMargin(node.indentation, lines.margin);
        const { nodes, margin } = replacement;
        if (traces && chosen.frame.part === root && nodes.length === 0) {
          const copies = [{ at: start, from: replacement.start, length: 0 }];
          own.pieces.push({ copies, indent: "", margin: "" });
        }
        expand(nodes, chosen.frame, chosen.layers, { indent, margin });
      }
      // The outermost layout is the one that the template itself names.
      const outermost = layers[0]?.node;
      if (!traces || outermost?.closeStart === undefined) return;
      const { name: layout, closeStart } = outermost;
      const isOwn = chosen?.frame.part === root;
      own.blocks.push({ name: node.name, layout, start, end: writer.length(), isOwn, closeStart });
    }

    function expandSnippet(
      node: SnippetNode,
      place: Place,
      frame: Frame,
      layers: readonly Layer[],
      lines: Lines,
    ): void {
      const { name, isLayout, blocks, indentation } = node;
      const takers = takersOf(frame);
      if (takers.includes(name)) {
        const circle = [...takers.slice(takers.indexOf(name)), name].join(" → ");
        mistakes.add({ ...place, message: `A snippet cannot take itself in: ${circle}.` });
        return;
      }
      const snippet = parts.named(name);
      if (!snippet) {
        mistakes.add({ ...place, message: parts.adviceFor(name) });
        return;
      }
      if (frame.depth === maxDepth) {
        stop({
          ...place,
          message: `Snippets can be nested at most ${maxDepth} deep: ${takers.join(" → ")} → ${name}.`,
        });
      }
      const part = parts.partOf(name, snippet);
      if (!part) return;
      const inner: Frame = { part, name, taker: frame, depth: frame.depth + 1 };
      const layer: Layer = { node, blocks, frame, layers, asked: new Set() };
      const ofLines =
        indentation === undefined
          ? unindented
          : { indent: lines.indent + withoutMargin(indentation, lines.margin), margin: "" };
      if (indentation === undefined && writer.isAtLineStart()) writer.write(lines.indent, place);
      expand(part.nodes, inner, isLayout ? [...layers, layer] : layers, ofLines);
      // Inner snippets come first, so that the styles of an outer one win.
      used.add(name);
      if (used.size > maxSnippets) stop({ ...place, message: `A template can use at most ${maxSnippets} snippets.` });
      for (const block of blocks.values()) {
        if (layer.asked.has(block.name)) continue;
        const { line, column } = block;
        const message = `The layout "${name}" prints no block "${block.name}", so this text is left out.`;
        warnings.add({ path: frame.part.path, line, column, message });
      }
    }

    try {
      expand(root.nodes, { part: root, name: ownName, taker: undefined, depth: 0 }, [], unindented);
    } catch (error) {
      if (!(error instanceof Stop)) throw error;
    }
    return writer.finish(path);
  }

  const html = compose("html", source.html);
  // Headers and footers are documents of their own, which no CSS reaches.
  const styles = composeCss(
    source.css,
    [...used].flatMap((name) => parts.named(name) ?? []),
    (mistake) => mistakes.add(mistake),
  );
  const texts: ComposedTemplate = { html, css: styles };
  if (source.header !== undefined) texts.header = compose("header", source.header);
  if (source.footer !== undefined) texts.footer = compose("footer", source.footer);
  return { texts, used: [...used], mistakes: mistakes.list(), warnings: warnings.list(), exceedsLimit, own };
}

/** Puts the CSS of snippets before that of the template. */
function composeCss(
  css: string,
  snippets: readonly SnippetText[],
  onMistake: (mistake: PlacedMessage) => void,
): ComposedText {
  const written = snippets.filter((snippet) => snippet.css.trim() !== "");
  if (written.length === 0) return writtenText("css", css);
  const writer = createComposedWriter();
  for (const snippet of written) {
    writer.startRun({ path: snippetPath(snippet.name, "css"), line: 1, column: 1 }, 0);
    writer.add(snippet.css.endsWith("\n") ? snippet.css : `${snippet.css}\n`);
  }
  writer.startRun({ path: "css", line: 1, column: 1 }, 0);
  writer.add(css);
  if (writer.length() > maxLengths.css) {
    const message = `The CSS with that of the snippets exceeds ${maxLengths.css.toLocaleString("en")} characters.`;
    onMistake({ path: "css", line: 1, column: 1, message });
  }
  return writer.finish("css");
}

/**
 * The names of the snippets that a text of a template names itself. Reads the text in linear time, even if it is not
 * valid.
 */
export function namesOfSnippets(text: string): string[] {
  if (!mayUseSnippets(text)) return [];
  const tags = listTags(text).filter(({ kind }) => kind === "partial" || kind === "layout");
  return [...new Set(tags.map(({ name }) => name))];
}

const unindented: Lines = { indent: "", margin: "" };

function takersOf(frame: Frame): string[] {
  const names: string[] = [];
  for (let taker: Frame | undefined = frame; taker; taker = taker.taker) {
    if (taker.name !== undefined) names.unshift(taker.name);
  }
  return names;
}

const withoutMargin = (space: string, margin: string) =>
  space.startsWith(margin) ? space.slice(margin.length) : space;
