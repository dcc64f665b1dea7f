import type { Asset } from "@platen/contracts";
import { standardDelimiters } from "@platen/mustache";
import { useEditor, useSource } from "../../editor-context.ts";
import { toastProblem } from "../../../ui/toast.ts";
import { useDesignStore } from "../design-context.ts";
import type { ShownDocument } from "../design-state.ts";
import {
  ancestorsOf,
  copiedFor,
  type DataPath,
  delimitersIn,
  type Edit,
  type ElementNode,
  type Gap,
  gapsInBlocks,
  headerOrFooter,
  insert,
  isBlank,
  isCell,
  nameAt,
  palette,
  type Pasted,
  readTemplate,
  scopeAt,
  scopeOf,
  splitContent,
  tableFor,
  type TemplateNode,
  variableFor,
  withFormat,
  writePasted,
  writeText,
  type StripName,
} from "@platen/template-source";
import { escaped } from "../text/read-pieces.ts";
import { pictureWidth } from "./picture-width.ts";

/** New elements go into these elements, not after them. */
const holders = new Set(["td", "th", "li", "dd", "dt", "figure", "blockquote"]);

const inline = new Set("a abbr b br code em i kbd mark q s small span strong sub sup u".split(" "));

function isInline(node: TemplateNode): boolean {
  return node.kind === "variable" || (node.kind === "element" && inline.has(node.name));
}

/** Whether copied elements are words and values of a text. */
function isWords(source: string): boolean {
  const copied = readTemplate(source);
  const areWords = (nodes: readonly TemplateNode[]): boolean =>
    nodes.every((node) =>
      node.kind === "section" ? areWords(node.children) : isInline(node) || isBlank(copied, node),
    );
  return areWords(copied.children);
}

function isHeadOrFoot(node: TemplateNode): boolean {
  return node.kind === "element" && /^t(?:head|foot)$/.test(node.name);
}

/** Whether a node is a table with a head or foot. Other tables may be the layout of a page. */
function isDataTable(node: TemplateNode): boolean {
  return node.kind === "element" && node.name === "table" && node.children.some(isHeadOrFoot);
}

/** The table of data around a node: another one goes below it, and not into a cell. */
function tableAround(node: TemplateNode | undefined): TemplateNode | undefined {
  return node && [node, ...ancestorsOf(node)].find(isDataTable);
}

/** Words and values as they go to a gap: into the text of a cell, or in a paragraph of their own. */
function wordsAt({ where, node }: Gap, words: string): string {
  if (where !== "last" || !node || !isCell(node)) return `<p>${words}</p>`;
  const last = node.children.findLast((child) => child.kind !== "text");
  return node.children.length > 0 && (!last || isInline(last)) ? ` ${words}` : words;
}

/** Selects all that an edit inserts. */
function withAll(edit: Edit): Edit {
  return edit.selection ? { ...edit, several: [edit.selection] } : edit;
}

/** The gaps for a new element: those nearest to the selection first, then those in blocks, the end of the document last. */
function* gapsFrom(selected: TemplateNode | undefined, inBlocks: readonly Gap[]): Generator<Gap> {
  for (let node = selected; node; node = node.parent) {
    if (node.kind === "element" && holders.has(node.name)) yield { where: "last", node };
    // A block cannot stand between words.
    if (!isInline(node)) yield { where: "after", node };
  }
  yield* inBlocks;
  yield { where: "last", node: undefined };
}

/** Where something is inserted, if not after what is selected. */
type Place = { after?: TemplateNode | undefined };

/** The markup of a picture. */
function picture(address: string, alt: string, widthMm: number): string {
  return `<img src="${address}" alt="${escaped(alt)}" style="display: block; max-width: 100%; width: ${widthMm}mm" />`;
}

/** Selects the first text of what an edit inserts. */
function withFirstText(edit: Edit): Edit {
  const start = edit.html.indexOf(palette.text(), edit.selection?.start);
  return start === -1 ? edit : { ...edit, selection: { start, end: start + palette.text().length } };
}

/** Adds a header or footer to the pages, unless they have one. */
function useSetStrip() {
  const { change } = useEditor();
  const { settings } = useSource();
  const { select, announce, afterDrawing } = useDesignStore();
  return (strip: StripName, html: string, side: "top" | "bottom"): void => {
    const margin = settings.margin ?? {};
    change({
      settings: {
        ...settings,
        [strip]: settings[strip] ?? html,
        // Without a margin there would be no room for it.
        margin: { ...margin, [side]: margin[side] ?? "20mm" },
      },
    });
    select(undefined);
    // At the end of a page, it would be out of view.
    afterDrawing(() =>
      document.querySelector("[data-sheet]")?.scrollIntoView?.({ block: strip === "footer" ? "end" : "start" }),
    );
    announce(`Page ${strip} added. Double-click it on the page to edit its text`);
  };
}

/**
 * Inserts new elements into the first gap that accepts them, from the selection outwards, or in the place of an empty
 * paragraph.
 */
export function useInsert(replaced?: ElementNode) {
  const setStrip = useSetStrip();
  const { getState, endTextEditing, accepts, apply, announce, editInserted } = useDesignStore();

  /**
   * Returns whether it is inserted. `markupAt` returns the markup for a gap, because some markup depends on the sections around
   * it.
   */
  function put(
    what: string,
    markupAt: (gap: Gap, document: ShownDocument) => string | undefined,
    { after, within = (edit) => edit }: Place & { within?: (edit: Edit) => Edit } = {},
  ): boolean {
    // The document must have the typed text first.
    endTextEditing();
    const { document, selecting } = getState();
    const { template, filledLayout } = document;
    const place = replaced && markupAt({ where: "after", node: replaced }, document);
    const replacing =
      replaced && place !== undefined
        ? splitContent(template, replaced, { head: [], blocks: [place], tail: [] })
        : undefined;
    if (replacing && accepts(replacing)) {
      apply(within(replacing));
      announce(`${what} inserted`);
      return true;
    }
    for (const gap of gapsFrom(after ?? selecting.selected, filledLayout ? gapsInBlocks(template, filledLayout) : [])) {
      const markup = markupAt(gap, document);
      const edit: Edit | undefined = markup === undefined ? undefined : insert(template, gap, markup);
      if (!edit || !accepts(edit)) continue;
      apply(within(edit));
      announce(`${what} inserted`);
      return true;
    }
    announce(`${what} not inserted: nothing here can contain it`);
    if (filledLayout) toastProblem(`${what} not inserted: no block that this template writes can contain it.`);
    return false;
  }

  function belowTable({ after }: Place = {}): Place {
    return { after: tableAround(after ?? getState().selecting.selected) ?? after };
  }

  /** Inserts an element and starts to edit its text. */
  function putText(what: string, markup: () => string): void {
    if (put(what, markup)) editInserted("replace");
  }

  return {
    heading: () => putText("Heading", palette.heading),
    text: () => putText("Text", palette.text),
    divider: () => put("Divider", palette.divider),
    pageBreak: () => put("Page break", palette.pageBreak),
    columns: (count: number): void => {
      if (put("Columns", () => palette.columns(count), { within: withFirstText })) editInserted("replace");
    },
    table: ({ path }: DataPath, place?: Place) =>
      put("Table", (gap, { template, data }) => tableFor(template, gap, data, path), belowTable(place)),
    plainTable: () => put("Table", () => palette.table(), belowTable()),
    /** At the caret during text editing; otherwise in a paragraph of its own. */
    variable: ({ path }: DataPath, call?: string, place?: Place): void => {
      const { document, selecting, textEditing } = getState();
      const { data } = document;
      const { selected } = selecting;
      if (textEditing?.insertPageValue) {
        const value = nameAt(data, scopeOf({ where: "last", node: undefined }), path);
        if (value?.sections.length === 0) textEditing.insertVariable(withFormat(value.name, call));
        else toastProblem("A header or footer prints no value of a list.");
        return;
      }
      const found = textEditing && selected ? nameAt(data, scopeAt(selected), path) : undefined;
      if (found?.sections.length === 0) {
        textEditing?.insertVariable(withFormat(found.name, call));
        return;
      }
      put(
        "Variable",
        (gap, { template }) => {
          const markup = variableFor(template, gap, data, { path, call });
          return markup === undefined ? undefined : wordsAt(gap, markup);
        },
        place,
      );
    },
    picture: (chosen: { asset: Asset; alt: string } | { path: DataPath; alt: string }, place?: Place): void => {
      put(
        "Picture",
        (gap, { template, data }) => {
          const { alt } = chosen;
          if ("asset" in chosen) return picture(`asset:${chosen.asset.name}`, alt, pictureWidth(chosen.asset));
          const address = variableFor(template, gap, data, chosen.path);
          return address === undefined ? undefined : picture(address, alt, pictureWidth({}));
        },
        place,
      );
    },
    /** Pictures of the library, one below the other. */
    pictures: (assets: readonly Asset[]): void => {
      const markup = assets.map((asset) => picture(`asset:${asset.name}`, "", pictureWidth(asset)));
      if (markup.length > 0) put(markup.length === 1 ? "Picture" : "Pictures", () => markup.join("\n"));
    },
    /** Pasted blocks, one below the other. */
    pasted: (blocks: readonly Pasted[]) =>
      put("Pasted text", (gap, { template }) => {
        const delimiters = delimitersIn(template, gap);
        return blocks.map((block) => writePasted([block], delimiters)).join("\n");
      }),
    /** Elements that were copied here or in another template, whose text is harmless. */
    elements: (source: string): void => {
      const { document, selecting } = getState();
      const { selected } = selecting;
      const { template } = document;
      const besides: Gap | undefined = selected && isInline(selected) ? { where: "after", node: selected } : undefined;
      const words = besides && copiedFor(template, besides, source);
      const beside = besides && words !== undefined && isWords(words) ? insert(template, besides, words) : undefined;
      if (beside && accepts(beside)) {
        apply(withAll(beside));
        announce("Elements inserted");
        return;
      }
      put(
        "Elements",
        (gap, { template }) => {
          const { open } = delimitersIn(template, gap);
          if (open !== standardDelimiters.open) return undefined;
          const copied = copiedFor(template, gap, source);
          return isWords(copied) ? wordsAt(gap, copied) : copied;
        },
        { within: withAll },
      );
    },
    logo: ({ name, ...size }: Asset) => put("Logo", () => picture(`asset:${name}`, "Logo", pictureWidth(size))),
    legalLine: (line: string) =>
      put("Legal line", (gap, { template }) => palette.legalLine(line, delimitersIn(template, gap))),
    legalFooter: (line: string): void =>
      setStrip(
        "footer",
        headerOrFooter({ text: writeText(line, standardDelimiters) }, "nothing", "page of pages"),
        "bottom",
      ),
    snippet: (name: string) =>
      put("Snippet", (gap, { template }) => {
        const { open, close } = delimitersIn(template, gap);
        return `${open}> ${name} ${close}`;
      }),
    header: () => setStrip("header", headerOrFooter("title", "nothing", "nothing"), "top"),
    footer: () => setStrip("footer", headerOrFooter("nothing", "nothing", "page of pages"), "bottom"),
  };
}
