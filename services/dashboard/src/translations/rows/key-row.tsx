import { Pencil, Trash2 } from "lucide-react";
import { memo } from "react";
import { TextCell } from "../cells/text-cell.tsx";
import { RowMenu } from "../../ui/row-menu.tsx";
import { languageName } from "../model/languages.ts";
import { useTable } from "../table-context.ts";
import classes from "./translation-rows.module.css";

type KeyRowProps = {
  textKey: string;
  defaultLocale: string;
  /** The shown languages, the default one first. */
  locales: readonly string[];
  /** The key's texts in these languages. */
  texts: readonly (string | undefined)[];
};

function isSameRow(one: KeyRowProps, other: KeyRowProps): boolean {
  return (
    one.textKey === other.textKey &&
    one.defaultLocale === other.defaultLocale &&
    one.locales === other.locales &&
    one.texts.every((text, index) => text === other.texts[index])
  );
}

/** A key with its texts in the shown languages. */
export const KeyRow = memo(function KeyRow({ textKey, defaultLocale, locales, texts }: KeyRowProps) {
  const { mayEdit, renameKey, removeKey } = useTable();
  const dot = textKey.indexOf(".");
  const defaultText = texts[locales.indexOf(defaultLocale)];
  return (
    <>
      <th scope="row" className={classes["key"]}>
        <code dir="auto">
          {dot === -1 ? null : (
            <span style={{ color: "var(--faint)" }}>
              {textKey.slice(0, dot + 1)}
              <wbr />
            </span>
          )}
          {textKey.slice(dot + 1)}
        </code>
        {mayEdit ? (
          <RowMenu
            name={textKey}
            actions={[
              { label: "Rename the key", icon: Pencil, onSelect: () => renameKey(textKey) },
              { label: "Remove", icon: Trash2, isDanger: true, onSelect: () => removeKey(textKey) },
            ]}
          />
        ) : null}
      </th>
      {locales.map((locale, index) => (
        <td key={locale} className={classes["text"]}>
          <span className={classes["language"]} aria-hidden>
            {languageName(locale)}
          </span>
          <TextCell
            locale={locale}
            textKey={textKey}
            saved={texts[index]}
            defaultText={defaultText}
            isDefault={locale === defaultLocale}
          />
        </td>
      ))}
    </>
  );
}, isSameRow);
