import { changeTable } from "@platen/contracts";
import { variableElement, writeMessagePieces } from "@platen/template-source";
import { languageName } from "../../../translations/model/languages.ts";
import { readMessagePieces } from "../../texts/message-pieces.ts";
import { shownText } from "../../texts/two-tables.ts";
import { focusTextField } from "./focus-text-field.ts";
import { showMessagePieces, typedMessage } from "./message-editing.ts";
import type { CaretPlace } from "./text-selection.ts";
import type { TextSession } from "./text-session.ts";

/** Edits a text of translations in the language that the canvas shows. */
export function editMessage(
  session: TextSession,
  { element, key, at }: { element: HTMLElement | undefined; key: string; at: CaretPlace | undefined },
): void {
  const { announce, setIsPanelOpen, texts } = session.now();
  const shown = shownText(texts, texts.locale, key);
  const target = shown?.target ?? texts.defaultLocale;
  const pieces = shown?.table === "template" ? readMessagePieces(shown.text) : undefined;
  if (!element || element.localName !== variableElement || !shown || !pieces) {
    // A copy of the project's text, a case of a plural and a text that no language has need a field.
    setIsPanelOpen(true);
    focusTextField(shown?.table === "project" ? shown.locale : target);
    announce(
      shown?.table === "project"
        ? "The project has this text, and other templates may print it too. Copy it in the panel to change it here"
        : "This text is edited in the panel",
    );
    return;
  }
  showMessagePieces(element, pieces);
  session.start(
    element,
    at,
    (typed) => {
      const text = writeMessagePieces(typedMessage(typed));
      return { translations: changeTable(texts.own, { [target]: { [key]: text } }) };
    },
    { isPlain: true },
  );
  announce(`Editing the text in ${languageName(target)}. Enter or Escape ends it`);
}
