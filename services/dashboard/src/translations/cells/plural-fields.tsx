import { messageMarks } from "../model/message-marks.ts";
import { directionOf, languageName } from "../model/languages.ts";
import {
  pluralFields,
  writePlural,
  type PluralField,
  type PluralText,
  type PluralWords,
} from "../model/plural-fields.ts";
import { GrowingText } from "./growing-text.tsx";
import classes from "./plural-fields.module.css";

type PluralFieldsProps = {
  plural: PluralText;
  /** The words that are written and not saved yet. */
  words: PluralWords | undefined;
  label: string;
  locale: string;
  isReadOnly: boolean;
  describedBy: string | undefined;
  onChange: (text: string, words: PluralWords) => void;
};

function titleOf({ name, examples, isUsed }: PluralField, locale: string): string {
  if (name.startsWith("=")) return `exactly ${name.slice(1)}`;
  if (!isUsed) return `${name}: ${languageName(locale)} has no such numbers`;
  return name === "other" ? `other: ${examples.join(", ")} …` : `${name}: ${examples.join(", ")}`;
}

/** One field for each kind of number that the language distinguishes, in place of the ICU text. */
export function PluralFields({ plural, words, label, locale, isReadOnly, describedBy, onChange }: PluralFieldsProps) {
  const fields = pluralFields(plural, locale);
  const written: PluralWords = words ?? Object.fromEntries(fields.map(({ name, text }) => [name, text]));
  return (
    <div style={{ display: "grid", gap: "0.15rem" }}>
      {fields.map((field) => {
        const value = written[field.name] ?? "";
        return (
          <div
            key={field.name}
            style={{ display: "grid", gridTemplateColumns: "5.5rem minmax(0, 1fr)", alignItems: "start" }}
          >
            <span className={classes["name"]} aria-hidden>
              {field.name}
              <span className={classes["examples"]}>
                {field.isUsed
                  ? ` ${field.name.startsWith("=") ? "" : field.examples.join(", ")}${field.name === "other" ? " …" : ""}`
                  : " not used"}
              </span>
            </span>
            <GrowingText
              lang={locale}
              dir={directionOf(locale)}
              value={value}
              marks={messageMarks(value, true)}
              aria-label={`${label}, ${titleOf(field, locale)}`}
              aria-describedby={describedBy}
              placeholder={field.name === "other" ? "Not translated" : "As other"}
              readOnly={isReadOnly}
              onChange={({ currentTarget }) => {
                const next = { ...written, [field.name]: currentTarget.value };
                onChange(writePlural(plural, next), next);
              }}
            />
          </div>
        );
      })}
    </div>
  );
}
