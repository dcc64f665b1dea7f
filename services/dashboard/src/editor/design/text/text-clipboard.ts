import { asLines, cleanPaste, mostPasted, type Pasted, plainPaste, variableElement } from "@platen/template-source";
import type { EditedText } from "./edited-text.ts";
import { insertNodes, nodesOf } from "./text-insertion.ts";
import { selectionAround } from "./text-selection.ts";

/** Pasted text of one line, with the white space at its ends that separates it from the words around. */
function pasteSpaces(text: string, pasted: Pasted[]): Pasted[] {
  if (/\n/.test(text)) return pasted;
  return [/^\s/.test(text) ? " " : "", ...pasted, /\s$/.test(text) ? " " : ""].filter((part) => part !== "");
}

/** The text to copy, with variables written as in the source. */
function copiedText(selection: Selection): { text: string; html: string } {
  if (selection.rangeCount === 0) return { text: "", html: "" };
  const fragment = selection.getRangeAt(0).cloneContents();
  for (const chip of fragment.querySelectorAll(variableElement)) {
    chip.textContent = `{{${chip.getAttribute("data-name") ?? ""}}}`;
  }
  const text = fragment.textContent ?? "";
  const holder = selection.getRangeAt(0).startContainer.ownerDocument?.createElement("div");
  if (!holder) return { text, html: "" };
  holder.append(fragment);
  return { text, html: holder.innerHTML };
}

type PasteOptions = {
  /** Divides the text with blocks between its parts. Returns whether it can. */
  split: (blocks: readonly Pasted[]) => boolean;
  /** Called for a paste that is too large. */
  onRefusedPaste: (length: number) => void;
};

function paste(text: EditedText, data: DataTransfer | null, { split, onRefusedPaste }: PasteOptions): void {
  const html = text.isPlain ? "" : (data?.getData("text/html") ?? "");
  const plain = data?.getData("text/plain") ?? "";
  if (Math.max(html.length, plain.length) > mostPasted) {
    onRefusedPaste(Math.max(html.length, plain.length));
    return;
  }
  const blocks = html.trim() === "" ? plainPaste(plain) : cleanPaste(html);
  const [only] = blocks;
  if (only === undefined) return;
  const isText = blocks.length === 1 && typeof only === "object" && /^(?:h\d|p)$/.test(only.name);
  if (!isText && split(blocks)) return;
  insertNodes(text, nodesOf(pasteSpaces(html === "" ? plain : "", asLines(blocks)), text));
}

/** Keeps each step before the browser changes the text, and takes over what it would change otherwise. */
function listenToInput(text: EditedText, options: PasteOptions): void {
  const { element, history, signal } = text;
  const onBeforeInput = (event: InputEvent) => {
    const { inputType } = event;
    // The keys and the bubble do all that.
    if (/^(?:format|history)|^insertParagraph$/.test(inputType)) event.preventDefault();
    else if (inputType === "insertFromDrop") {
      // The browser would keep the markup as it is.
      event.preventDefault();
      const [target] = event.getTargetRanges();
      if (target) {
        const { startContainer, startOffset, endContainer, endOffset } = target;
        selectionAround(element)?.setBaseAndExtent(startContainer, startOffset, endContainer, endOffset);
      }
      paste(text, event.dataTransfer, options);
    } else history.keep(inputType);
  };
  element.addEventListener("beforeinput", onBeforeInput, { signal });
}

/** Handles what is typed, dropped, pasted, copied and cut in an edited text. */
export function listenToContent(text: EditedText, options: PasteOptions): void {
  const { element, signal } = text;
  listenToInput(text, options);
  const onPaste = (event: ClipboardEvent) => {
    event.preventDefault();
    paste(text, event.clipboardData, options);
  };
  element.addEventListener("paste", onPaste, { signal });
  const onCopy = (event: ClipboardEvent) => {
    const selection = selectionAround(element);
    if (!selection || selection.isCollapsed) return;
    event.preventDefault();
    const { text: plain, html } = copiedText(selection);
    event.clipboardData?.setData("text/plain", plain);
    event.clipboardData?.setData("text/html", html);
    if (event.type === "cut") element.ownerDocument.execCommand("delete");
  };
  element.addEventListener("copy", onCopy, { signal });
  element.addEventListener("cut", onCopy, { signal });
}
