import { isApple } from "../../shortcuts/shortcuts.ts";
import { isBlankText, type EditedText } from "./edited-text.ts";
import type { Formatting } from "./text-formatting.ts";
import type { TextFormat } from "./format-text.ts";
import { isTypingKey } from "./is-typing-key.ts";

const formatKeys: Readonly<Record<string, TextFormat>> = { b: "bold", i: "italic", u: "underline" };

type KeyActions = {
  formatting: Formatting;
  /** Divides the text at the caret. Returns whether it can. */
  split: () => boolean;
  /** Ends the editing, and leaves the focus in the document. */
  end: () => void;
  /** Called for a shortcut that does not concern text. */
  onShortcut: (event: KeyboardEvent) => void;
  /** Called when Tab has ended the editing. */
  onTab?: ((direction: 1 | -1) => void) | undefined;
  /** Takes the focus to the values that can be inserted, or to the formats of the selected text. */
  onMenu: () => void;
  /** Called for `/` in a text that is and was empty. */
  onSlash?: (() => void) | undefined;
};

/** What a key does in an edited text; undefined if the browser handles it. */
function actionOf(event: KeyboardEvent, text: EditedText, actions: KeyActions): (() => void) | undefined {
  const { formatting, split, end, onShortcut, onTab, onMenu, onSlash } = actions;
  const { history, element } = text;
  const isCommand = event.ctrlKey || event.metaKey;
  const key = event.key.toLowerCase();
  if (event.key === "Enter" && !isCommand) {
    if (event.shiftKey) return () => element.ownerDocument.execCommand("insertLineBreak");
    return () => {
      if (isBlankText(element) || !split()) end();
    };
  }
  if (event.key === "/" && onSlash && !isCommand && text.wasEmpty && isBlankText(element)) return onSlash;
  if (isCommand && !event.altKey && (key === "z" || key === "y")) {
    return key === "y" || event.shiftKey ? history.redo : history.undo;
  }
  const format = formatKeys[key];
  if (isCommand && !event.altKey && !event.shiftKey && !text.isPlain && format) return () => formatting.toggle(format);
  if (event.key === "Escape") return end;
  if (event.key === "Tab") {
    return () => {
      end();
      onTab?.(event.shiftKey ? -1 : 1);
    };
  }
  if (event.key === "F10" && event.altKey) return onMenu;
  if (isTypingKey(event, { isApple })) return undefined;
  return () => {
    end();
    onShortcut(event);
  };
}

/** Handles the keys of an edited text. */
export function listenToKeys(text: EditedText, actions: KeyActions): void {
  const onKeyDown = (event: KeyboardEvent) => {
    const action = event.isComposing ? undefined : actionOf(event, text, actions);
    if (!action) return;
    event.preventDefault();
    action();
  };
  text.element.addEventListener("keydown", onKeyDown, { signal: text.signal });
}
