import { autocompletion, type CompletionContext, type CompletionResult } from "@codemirror/autocomplete";
import { EditorState, type Extension } from "@codemirror/state";
import type { Asset } from "@platen/contracts";
import { describeAsset } from "../../library/assets/describe-asset.ts";
import type { SnippetSummary } from "../../library/use-library.ts";

export type LibraryNames = { assets: readonly Asset[]; snippets: readonly SnippetSummary[] };

export type LibraryCompletion = {
  /** The offset where the typed name starts. */
  from: number;
  kind: "asset" | "snippet";
  options: { label: string; detail: string }[];
};

/** The longest name of an asset, with what may come before it. */
const longest = 240;

/** Completes the name of an asset or a snippet at an offset; undefined elsewhere. */
export function completeLibrary(
  text: string,
  offset: number,
  { assets, snippets }: LibraryNames,
): LibraryCompletion | undefined {
  const before = text.slice(Math.max(0, offset - longest), offset);
  const asset = /asset:([a-z0-9._/-]*)$/.exec(before)?.[1];
  if (asset !== undefined) {
    const options = assets.map((one) => ({ label: one.name, detail: describeAsset(one) }));
    return { from: offset - asset.length, kind: "asset", options };
  }
  const snippet = /\{\{[<>]\s*([a-z0-9_-]*)$/.exec(before)?.[1];
  if (snippet === undefined) return undefined;
  const options = snippets.map(({ name }) => ({ label: name, detail: "snippet" }));
  return { from: offset - snippet.length, kind: "snippet", options };
}

function createSource(getNames: () => LibraryNames) {
  return ({ state, pos }: CompletionContext): CompletionResult | null => {
    const completion = completeLibrary(state.doc.toString(), pos, getNames());
    if (!completion || completion.options.length === 0) return null;
    const { from, kind, options } = completion;
    return {
      from,
      options: options.map(({ label, detail }) => ({
        label,
        detail,
        type: kind === "asset" ? "constant" : "function",
        apply: (view, _option, start, end) => {
          const isOpen = kind === "snippet" && !/^\s*\}\}/.test(view.state.sliceDoc(end, end + 20));
          const insert = `${label}${isOpen ? " }}" : ""}`;
          view.dispatch({
            changes: { from: start, to: end, insert },
            selection: { anchor: start + insert.length },
            userEvent: "input.complete",
          });
        },
      })),
      validFor: kind === "asset" ? /^[a-z0-9._/-]*$/ : /^[a-z0-9_-]*$/,
    };
  };
}

/** Completions appear soon, and as the same in all languages. */
export const completion: Extension = autocompletion({ activateOnTypingDelay: 60 });

/** Completes the names of the project's assets and snippets. */
export function librarySupport(getNames: () => LibraryNames): Extension {
  const source = createSource(getNames);
  return [completion, EditorState.languageData.of(() => [{ autocomplete: source }])];
}
