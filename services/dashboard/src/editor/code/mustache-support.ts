import type { CompletionContext, CompletionResult } from "@codemirror/autocomplete";
import { EditorState, StateField, type Extension, type Range } from "@codemirror/state";
import {
  Decoration,
  hoverTooltip,
  ViewPlugin,
  type DecorationSet,
  type EditorView,
  type ViewUpdate,
} from "@codemirror/view";
import { findFormat } from "@platen/formats";
import { closesSection, listTags, type Tag } from "@platen/mustache";
import { infoOf } from "@platen/template-source";
import { closeMustache } from "./close-mustache.ts";
import { completion } from "./library-completion.ts";
import { completeMustache } from "./mustache-completion.ts";

const tagsField = StateField.define<readonly Tag[]>({
  create: (state) => listTags(state.doc.toString()),
  update: (tags, { docChanged, newDoc }) => (docChanged ? listTags(newDoc.toString()) : tags),
});

const marks = Object.fromEntries(
  (["variable", "raw", "section", "inverted", "close", "comment", "delimiters", "partial"] as const).map((kind) => [
    kind,
    Decoration.mark({ class: `cm-mustache cm-mustache-${kind}` }),
  ]),
);
const pairMark = Decoration.mark({ class: "cm-mustache-pair" });

/** Both tags of a section, if the cursor is in one of them. */
function pairAt(tags: readonly Tag[], offset: number): Tag[] {
  const index = tags.findIndex(({ start, end }) => start <= offset && offset <= end);
  const tag = tags[index];
  if (!tag || !["section", "inverted", "close"].includes(tag.kind)) return [];
  const isClose = tag.kind === "close";
  const others = isClose ? tags.slice(0, index).toReversed() : tags.slice(index + 1);
  let depth = 0;
  for (const other of others) {
    if (!["section", "inverted", "close"].includes(other.kind)) continue;
    if ((other.kind === "close") === isClose) depth += 1;
    else if (depth === 0) {
      const [open, close] = isClose ? [other, tag] : [tag, other];
      return closesSection(close.name, open.name) ? [tag, other] : [];
    } else depth -= 1;
  }
  return [];
}

function decorate({ state, visibleRanges }: EditorView): DecorationSet {
  const tags = state.field(tagsField);
  const ranges: Range<Decoration>[] = [];
  for (const { kind, start, end } of tags) {
    const mark = marks[kind];
    if (mark && visibleRanges.some(({ from, to }) => start < to && end > from)) ranges.push(mark.range(start, end));
  }
  for (const { start, end } of pairAt(tags, state.selection.main.head)) ranges.push(pairMark.range(start, end));
  return Decoration.set(ranges, true);
}

const highlight = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;

    constructor(view: EditorView) {
      this.decorations = decorate(view);
    }

    update({ docChanged, viewportChanged, selectionSet, view }: ViewUpdate): void {
      if (docChanged || viewportChanged || selectionSet) this.decorations = decorate(view);
    }
  },
  { decorations: ({ decorations }) => decorations },
);

/** The braces that close the tag after a completed name, unless they are there already. */
function closing(state: EditorState, to: number, sigil: string): string {
  const braces = sigil === "{" ? "}}}" : "}}";
  return state.sliceDoc(to, to + 2) === "}}" ? "" : braces;
}

function createSource(getData: () => Record<string, unknown>) {
  return ({ state, pos }: CompletionContext): CompletionResult | null => {
    const completion = completeMustache(state.doc.toString(), pos, getData());
    if (!completion) return null;
    const { from, sigil, options } = completion;
    return {
      from,
      options: options.map(({ label, detail, distance, info }) => ({
        label,
        detail,
        ...(info !== undefined && { info }),
        type: sigil === "/" ? "keyword" : sigil === "|" ? "function" : "variable",
        boost: 50 - distance * 10 - label.split(".").length,
        apply: (view, _option, start, end) => {
          // Arguments may follow a format.
          const braces = sigil === "|" ? "" : closing(view.state, end, sigil);
          const insert = `${label}${braces}`;
          view.dispatch({
            changes: { from: start, to: end, insert },
            selection: { anchor: start + label.length + (sigil === "|" ? 0 : braces === "" ? 2 : braces.length) },
            userEvent: "input.complete",
          });
        },
      })),
      validFor: /^[^\s{}#^/&|=]*$/,
    };
  };
}

/** Explains the format under the pointer. */
const formatHover = hoverTooltip(({ state }, offset) => {
  const tag = state.field(tagsField).find(({ start, end }) => start <= offset && offset < end);
  const call = tag?.expression?.formats.find(({ name, offset: at }) => {
    const start = tag.nameStart + at;
    return start <= offset && offset <= start + name.length;
  });
  const format = call && findFormat(call.name);
  if (!tag || !format) return null;
  const start = tag.nameStart + call.offset;
  return {
    pos: start,
    end: start + call.name.length,
    create: () => {
      const dom = document.createElement("div");
      dom.className = "cm-format-info";
      dom.textContent = infoOf(format);
      return { dom };
    },
  };
});

/** Highlights Mustache inside another language, and completes its names from the data. */
export function mustacheSupport(getData: () => Record<string, unknown>): Extension {
  const source = createSource(getData);
  return [
    closeMustache,
    tagsField,
    highlight,
    formatHover,
    completion,
    EditorState.languageData.of(() => [{ autocomplete: source }]),
  ];
}
