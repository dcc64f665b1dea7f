import { useEffect, useEffectEvent, useRef } from "react";
import { toastProblem } from "../../../ui/toast.ts";
import { formatShortcut } from "../../shortcuts/shortcuts.ts";
import { useDesign, useDesignStore } from "../design-context.ts";
import { useNodeActions } from "../node-actions.ts";
import { useInsert } from "../palette/use-insert.ts";
import { copySource, harmlessSource, isCell } from "@platen/template-source";

/** The type of copied elements on the clipboard. Other programs get their source as text. */
const elementsType = "application/x-platen-elements";

/** Whether a text is markup from its first character to its last. */
function isMarkup(text: string): boolean {
  const written = text.trim();
  return /^(?:<[a-z]|\{\{[#^>]?\s*[\w.])/i.test(written) && (written.endsWith(">") || written.endsWith("}}"));
}

/** Whether keys go to the elements: to the document, or to the tree of its layers. */
function isAmongElements(): boolean {
  const { activeElement } = document;
  if (activeElement?.closest("[data-layers]")) return true;
  // Inside the document, the toolbar has keys of its own.
  return activeElement?.matches("[data-document]") ?? false;
}

export type ElementClipboard = Record<"copy" | "cut" | "paste", (() => void) | undefined>;

/** Handles the clipboard while elements have the focus, and returns the actions for a menu. */
export function useElementClipboard(pasteOther: (transfer: DataTransfer) => void): ElementClipboard {
  const { template, mayEdit } = useDesign((state) => state.document);
  const { selection } = useDesign((state) => state.selecting);
  const textEditing = useDesign((state) => state.textEditing);
  const { announce } = useDesignStore();
  const { remove } = useNodeActions();
  const insert = useInsert();
  const isCommanded = useRef(false);
  const mayCopy = selection.length > 0 && !selection.some(isCell);
  const mayCut = mayCopy && mayEdit && remove !== undefined;

  function copy(event: ClipboardEvent, isCut: boolean): void {
    const isOurs = isCommanded.current || (isAmongElements() && document.getSelection()?.type !== "Range");
    if (!isOurs || textEditing || !(isCut ? mayCut : mayCopy)) return;
    const source = copySource(template, selection);
    if (source === undefined || !event.clipboardData) return;
    event.preventDefault();
    for (const type of [elementsType, "text/html", "text/plain"]) event.clipboardData.setData(type, source);
    if (isCut) remove?.();
    announce(isCut ? "Cut" : "Copied");
  }

  function pasteSource(text: string): void {
    const source = harmlessSource(text);
    if (source === undefined) toastProblem("Not pasted: the copied elements are not whole, or too large.");
    else insert.elements(source);
  }

  function paste(event: ClipboardEvent): void {
    const { clipboardData } = event;
    if (!clipboardData || !mayEdit || textEditing || !isAmongElements()) return;
    const elements = clipboardData.getData(elementsType);
    if (elements === "") pasteOther(clipboardData);
    else pasteSource(elements);
    event.preventDefault();
  }

  /** Pastes what the browser lets a page read: text alone. */
  async function pasteText(): Promise<void> {
    try {
      const text = await navigator.clipboard.readText();
      if (isMarkup(text)) return pasteSource(text);
      const transfer = new DataTransfer();
      transfer.setData("text/plain", text);
      return pasteOther(transfer);
    } catch {
      const keys = formatShortcut("mod+v");
      return toastProblem(`The browser does not let the page read the clipboard. Press ${keys} to paste.`);
    }
  }

  const onCopy = useEffectEvent((event: ClipboardEvent) => copy(event, event.type === "cut"));
  const onPaste = useEffectEvent(paste);
  useEffect(() => {
    document.addEventListener("copy", onCopy);
    document.addEventListener("cut", onCopy);
    document.addEventListener("paste", onPaste);
    return () => {
      document.removeEventListener("copy", onCopy);
      document.removeEventListener("cut", onCopy);
      document.removeEventListener("paste", onPaste);
    };
  }, []);

  const command = (name: "copy" | "cut") => () => {
    isCommanded.current = true;
    // oxlint-disable-next-line typescript/no-deprecated -- only the event of this command takes a type of our own.
    document.execCommand(name);
    isCommanded.current = false;
  };
  return {
    copy: mayCopy ? command("copy") : undefined,
    cut: mayCut ? command("cut") : undefined,
    paste: mayEdit ? () => void pasteText() : undefined,
  };
}
