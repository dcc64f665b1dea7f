import { readMessage } from "@platen/formats";
import { lineAndColumn } from "@platen/contracts";
import { memo, useMemo, useRef, useState, type FocusEvent, type KeyboardEvent } from "react";
import { describeFaults, placeholderFaults } from "../model/placeholder-faults.ts";
import { directionOf, languageName } from "../model/languages.ts";
import { messageMarks } from "../model/message-marks.ts";
import { emptyPlural, readPlural, type PluralText } from "../model/plural-fields.ts";
import { useTable } from "../table-context.ts";
import { GrowingText } from "./growing-text.tsx";
import { PluralFields } from "./plural-fields.tsx";
import classes from "./text-cell.module.css";
import { useCell } from "./use-cell.ts";

export type TextCellProps = {
  locale: string;
  textKey: string;
  /** The saved text; undefined for a missing translation. */
  saved: string | undefined;
  /** The text of the default language, for a cell of another one. */
  defaultText: string | undefined;
  isDefault: boolean;
};

/** The plural that a cell edits in fields: its own, or for an empty cell that of the default language. */
function pluralOf(saved: string | undefined, defaultText: string | undefined): PluralText | undefined {
  if (saved !== undefined && saved !== "") return readPlural(saved);
  const plural = defaultText === undefined ? undefined : readPlural(defaultText);
  return plural && emptyPlural(plural);
}

/** The text of a key in one language, edited in place. Leaving it saves it. */
export const TextCell = memo(function TextCell(props: TextCellProps) {
  const { locale, textKey, saved, defaultText, isDefault } = props;
  const { mayEdit, keepsMistakes, goToNext } = useTable();
  const { text, draft, write, restore, save } = useCell(props);
  const [isAsText, setIsAsText] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const savedPlural = useMemo(() => pluralOf(saved, defaultText), [saved, defaultText]);
  // While fields are edited, they belong to the saved text. After an edit as text, they belong to what it says now.
  const plural = useMemo(
    () => (draft === undefined || draft.words ? savedPlural : (readPlural(draft.text) ?? savedPlural)),
    [draft, savedPlural],
  );
  const hasFields =
    plural !== undefined && !isAsText && (draft?.words !== undefined || readMessage(text).mistake === undefined);
  const { mistake } = useMemo(() => readMessage(text), [text]);
  const marks = useMemo(() => messageMarks(text), [text]);
  const faults = useMemo(
    () =>
      isDefault || text === "" || defaultText === undefined ? [] : describeFaults(placeholderFaults(text, defaultText)),
    [isDefault, text, defaultText],
  );

  const language = languageName(locale);
  const direction = { lang: locale, dir: directionOf(locale) };
  const label = `${textKey}, ${language}`;
  const messageId = `about-${locale}-${textKey}`;
  const place = mistake && lineAndColumn(text, mistake.offset);
  const isBroken = mistake !== undefined && text !== "";
  const isOtherMissing = hasFields && draft?.words?.["other"] === "";
  const hasMessage = isBroken || faults.length > 0 || draft?.problem !== undefined;

  function onBlur({ currentTarget, relatedTarget }: FocusEvent): void {
    if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) void save();
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === "Escape" && draft) {
      event.preventDefault();
      restore();
    }
    const isMod = event.ctrlKey || event.metaKey;
    if (event.key.toLowerCase() === "s" && isMod) {
      // The editor saves its draft afterwards, with this text.
      if (!keepsMistakes) event.preventDefault();
      void save();
    }
    if (event.key === "Enter" && isMod) {
      event.preventDefault();
      void save();
      if (!isBroken) goToNext({ key: textKey, locale });
    }
  }

  const placeholder =
    !mayEdit || isDefault || saved === "" ? (saved === "" ? "Empty text" : "Not translated") : "Translate";
  return (
    // The cell itself takes no focus: it handles the keys of its fields.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      className={classes["cell"]}
      data-cell={`${locale} ${textKey}`}
      data-unsaved={draft !== undefined || undefined}
      onBlur={onBlur}
      onKeyDown={onKeyDown}
    >
      {hasFields ? (
        <PluralFields
          plural={plural}
          words={draft?.words}
          label={label}
          locale={locale}
          isReadOnly={!mayEdit}
          describedBy={hasMessage ? messageId : undefined}
          onChange={write}
        />
      ) : (
        <GrowingText
          {...direction}
          field={field}
          value={text}
          marks={marks}
          mistakeAt={isBroken ? mistake.offset : undefined}
          aria-label={label}
          aria-invalid={isBroken}
          aria-describedby={hasMessage ? messageId : undefined}
          placeholder={placeholder}
          readOnly={!mayEdit}
          onChange={({ currentTarget }) => write(currentTarget.value)}
        />
      )}
      {plural && mayEdit && !(isAsText && isBroken) ? (
        <button type="button" className={classes["switch"]} onClick={() => setIsAsText(!isAsText)}>
          {isAsText ? "Edit as fields" : "Edit as text"}
          <span className="unseen">: {label}</span>
        </button>
      ) : null}
      {hasMessage ? (
        <div id={messageId} className={classes["messages"]}>
          {isBroken && place ? (
            <p data-kind="mistake">
              {isOtherMissing
                ? "Write the text for “other” as well: it serves all numbers without a text of their own."
                : mistake.message}
              {hasFields ? "" : ` Line ${place.line}, character ${place.column}.`}
              {keepsMistakes ? "" : " Not saved yet."}
            </p>
          ) : null}
          {draft?.problem === undefined ? null : <p data-kind="mistake">Not saved: {draft.problem}</p>}
          {isBroken ? null : faults.map((fault) => <p key={fault}>{fault}</p>)}
        </div>
      ) : null}
    </div>
  );
});
