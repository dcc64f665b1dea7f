import { ensureSyntaxTree } from "@codemirror/language";
import { linter, lintGutter, type Diagnostic } from "@codemirror/lint";
import type { EditorState, Extension } from "@codemirror/state";
import { findJsonObjectMistake } from "@platen/contracts";
import { findExpressionMistakes } from "@platen/formats";
import { findForeignSyntax, findSyntaxMistake } from "@platen/mustache";

/** Longer parsing would delay typing. */
const parseMs = 150;
const mostWarnings = 50;

/** Makes a diagnostic at least one character wide, so that it is visible. */
function diagnosticAt(
  state: EditorState,
  offset: number,
  severity: Diagnostic["severity"],
  message: string,
): Diagnostic {
  const from = Math.min(offset, state.doc.length);
  const line = state.doc.lineAt(from);
  const word = /^(?:\{\{[^}\n]*\}{0,3}|<\/?[\w-]*|[^\s]+)/.exec(line.text.slice(from - line.from))?.[0] ?? "";
  return { from, to: Math.min(from + Math.max(word.length, 1), state.doc.length), severity, message };
}

/** Reads the currency that the template sets at the moment. */
type ReadCurrency = () => string | undefined;

/** What the catalog refuses at a save: the first mistake in the syntax, or else the mistakes in formats. */
function findMustacheMistakes(state: EditorState, readCurrency: ReadCurrency): Diagnostic[] {
  const text = state.doc.toString();
  const mistake = findSyntaxMistake(text, { takesSnippets: true });
  const found = mistake ? [mistake] : findExpressionMistakes(text, { currency: readCurrency() });
  return found.map(({ offset, message }) => diagnosticAt(state, offset, "error", message));
}

function findForeignTags(state: EditorState): Diagnostic[] {
  return findForeignSyntax(state.doc.toString()).map(({ offset, message }) =>
    diagnosticAt(state, offset, "warning", message),
  );
}

function findUnpairedTags(state: EditorState): Diagnostic[] {
  const found: Diagnostic[] = [];
  ensureSyntaxTree(state, state.doc.length, parseMs)?.iterate({
    enter: ({ name, node }) => {
      if (found.length >= mostWarnings) return false;
      const tag = name === "MissingCloseTag" ? node.parent?.getChild("OpenTag") : undefined;
      const element = tag?.getChild("TagName");
      if (tag && element) {
        found.push(
          diagnosticAt(state, tag.from, "warning", `<${state.sliceDoc(element.from, element.to)}> is never closed.`),
        );
      }
      if (name === "MismatchedCloseTag")
        found.push(diagnosticAt(state, node.from, "warning", "This tag closes an element that is not open."));
      return undefined;
    },
  });
  return found;
}

function findCssMistakes(state: EditorState): Diagnostic[] {
  const found: Diagnostic[] = [];
  ensureSyntaxTree(state, state.doc.length, parseMs)?.iterate({
    enter: ({ type, from }) => {
      if (type.isError && found.length < mostWarnings)
        found.push(diagnosticAt(state, from, "warning", "Browsers cannot read this CSS."));
    },
  });
  return found;
}

function findJsonMistake(state: EditorState): Diagnostic[] {
  const mistake = findJsonObjectMistake(state.doc.toString());
  return mistake ? [diagnosticAt(state, mistake.offset, "error", `The text ${mistake.message}.`)] : [];
}

const finders = {
  html: (state: EditorState, readCurrency: ReadCurrency) => [
    ...findMustacheMistakes(state, readCurrency),
    ...findForeignTags(state),
    ...findUnpairedTags(state),
  ],
  css: findCssMistakes,
  json: findJsonMistake,
};

/** Shows mistakes in the margin and in the text. */
export function mistakes(language: keyof typeof finders, readCurrency: ReadCurrency = () => undefined): Extension {
  return [linter(({ state }) => finders[language](state, readCurrency), { delay: 300 }), lintGutter()];
}
