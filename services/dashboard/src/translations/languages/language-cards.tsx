import { UnstyledButton } from "@mantine/core";
import { Download, Star, Trash2 } from "lucide-react";
import { RowMenu, type RowActions } from "../../ui/row-menu.tsx";
import { languageName } from "../model/languages.ts";
import classes from "./language-cards.module.css";

type LanguageCardsProps = {
  /** All languages, the default one first. */
  locales: readonly string[];
  defaultLocale: string;
  keyCount: number;
  counts: ReadonlyMap<string, number>;
  shown: readonly string[];
  onToggle: (locale: string) => void;
  onExport: (locale: string) => void;
  onRemove: ((locale: string) => void) | undefined;
  onMakeDefault: ((locale: string) => void) | undefined;
};

/** How much of each language is translated. Choosing one shows its column. */
export function LanguageCards(props: LanguageCardsProps) {
  const { locales, defaultLocale, keyCount, counts, shown, onToggle, onExport, onRemove, onMakeDefault } = props;
  return (
    <ul className={classes["cards"]} aria-label="Languages">
      {locales.map((locale) => {
        const name = languageName(locale);
        const count = counts.get(locale) ?? 0;
        const isDefault = locale === defaultLocale;
        const isComplete = count === keyCount;
        const actions: RowActions = [
          { label: "Export as XLIFF", icon: Download, onSelect: () => onExport(locale) },
          onMakeDefault && { label: "Use as default language", icon: Star, onSelect: () => onMakeDefault(locale) },
          onRemove && { label: "Remove", icon: Trash2, isDanger: true, onSelect: () => onRemove(locale) },
        ];
        const facts = (
          <>
            <span className={classes["name"]}>
              {name} <span style={{ color: "var(--faint)", fontSize: "0.8125rem", fontWeight: 400 }}>{locale}</span>
            </span>
            <span className={`${classes["count"] ?? ""} figures`}>
              {isDefault ? "Default · " : null}
              {count.toLocaleString("en")} of {keyCount.toLocaleString("en")}
            </span>
            <span className={classes["bar"]} aria-hidden>
              <span
                data-complete={isComplete || undefined}
                style={{ width: `${keyCount === 0 ? 0 : (100 * count) / keyCount}%` }}
              />
            </span>
          </>
        );
        return (
          <li key={locale} className={classes["card"]} data-shown={shown.includes(locale) || undefined}>
            {isDefault ? (
              <div className={classes["face"]}>{facts}</div>
            ) : (
              <UnstyledButton
                className={classes["face"]}
                aria-pressed={shown.includes(locale)}
                onClick={() => onToggle(locale)}
              >
                {facts}
              </UnstyledButton>
            )}
            {isDefault ? null : (
              <div style={{ position: "absolute", top: "0.35rem", right: "0.35rem" }}>
                <RowMenu name={name} actions={actions} />
              </div>
            )}
          </li>
        );
      })}
    </ul>
  );
}
