import { ensureSyntaxTree } from "@codemirror/language";
import { linter, lintGutter, type Diagnostic } from "@codemirror/lint";
import type { EditorState, Extension } from "@codemirror/state";
import { findJsonObjectMistake } from "@platen/contracts";
import { findForeignSyntax, findSyntaxMistake } from "@platen/mustache";

/** Longer parsing would be felt in typing. */
const parseMs = 150;
const mostWarnings = 50;

/** Marks a mistake at least one character wide, so that it can be seen. */
function at(state: EditorState, offset: number, severity: Diagnostic["severity"], message: string): Diagnostic {
  const from = Math.min(offset, state.doc.length);
  const line = state.doc.lineAt(from);
  const word = /^(?:\{\{[^}\n]*\}{0,3}|<\/?[\w-]*|[^\s]+)/.exec(line.text.slice(from - line.from))?.[0] ?? "";
  return { from, to: Math.min(from + Math.max(word.length, 1), state.doc.length), severity, message };
}

function findMustacheMistake(state: EditorState): Diagnostic[] {
  const mistake = findSyntaxMistake(state.doc.toString());
  return mistake ? [at(state, mistake.offset, "error", mistake.message)] : [];
}

function findForeignTags(state: EditorState): Diagnostic[] {
  return findForeignSyntax(state.doc.toString()).map(({ offset, message }) => at(state, offset, "warning", message));
}

function findUnpairedTags(state: EditorState): Diagnostic[] {
  const found: Diagnostic[] = [];
  ensureSyntaxTree(state, state.doc.length, parseMs)?.iterate({
    enter: ({ name, node }) => {
      if (found.length >= mostWarnings) return false;
      const tag = name === "MissingCloseTag" ? node.parent?.getChild("OpenTag") : undefined;
      const element = tag?.getChild("TagName");
      if (tag && element) {
        found.push(at(state, tag.from, "warning", `<${state.sliceDoc(element.from, element.to)}> is never closed.`));
      }
      if (name === "MismatchedCloseTag")
        found.push(at(state, node.from, "warning", "Closes an element that is not open."));
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
        found.push(at(state, from, "warning", "This is not CSS as browsers read it."));
    },
  });
  return found;
}

function findJsonMistake(state: EditorState): Diagnostic[] {
  const mistake = findJsonObjectMistake(state.doc.toString());
  return mistake ? [at(state, mistake.offset, "error", `The text ${mistake.message}.`)] : [];
}

const finders = {
  html: (state: EditorState) => [...findMustacheMistake(state), ...findForeignTags(state), ...findUnpairedTags(state)],
  css: findCssMistakes,
  json: findJsonMistake,
};

/** Shows mistakes where they are, in the margin and in the text. */
export function mistakes(language: keyof typeof finders): Extension {
  return [linter(({ state }) => finders[language](state), { delay: 300 }), lintGutter()];
}
