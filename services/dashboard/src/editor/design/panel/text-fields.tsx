import { changeTable } from "@platen/contracts";
import { Button, Textarea } from "@mantine/core";
import { readMessage } from "@platen/formats";
import { directionOf, languageName } from "../../../translations/model/languages.ts";
import { useEditor, useSource } from "../../editor-context.ts";
import { findText, languagesOf, type FoundText } from "../../texts/two-tables.ts";
import { useTexts } from "../../texts/use-texts.ts";
import { textPanelAttribute } from "../text/focus-text-field.ts";
import classes from "./expression.module.css";
import { Group } from "./group.tsx";

const whose: Readonly<Record<FoundText["table"], string>> = {
  template: "A text of this template",
  project: "A text of the project, which other templates may print too",
};

type TextFieldProps = { textKey: string; locale: string; found: FoundText | undefined };

/** The text of a key in one language. A text of the project is copied before it is changed. */
function TextField({ textKey, locale, found }: TextFieldProps) {
  const { change } = useEditor();
  const source = useSource();
  const { defaultLocale } = useTexts();
  const text = found?.text ?? "";
  const isShared = found?.table === "project";

  function write(next: string): void {
    // As in the table of texts: the text of the default language stays, and with it the key.
    const value = next === "" && locale !== defaultLocale ? null : next;
    const translations = changeTable(source.translations ?? {}, { [locale]: { [textKey]: value } });
    change({ translations }, `text ${locale} ${textKey}`);
  }

  return (
    <div className={classes["text"]}>
      <Textarea
        size="xs"
        autosize
        minRows={1}
        maxRows={6}
        label={languageName(locale)}
        description={found ? whose[found.table] : "Not translated"}
        lang={locale}
        dir={directionOf(locale)}
        value={text}
        readOnly={isShared}
        error={found && readMessage(text).mistake?.message}
        {...{ [textPanelAttribute]: locale }}
        onChange={({ currentTarget }) => write(currentTarget.value)}
      />
      {isShared ? (
        <Button
          variant="default"
          size="compact-xs"
          aria-label={`Copy into this template’s texts: ${languageName(locale)}`}
          onClick={() => write(text)}
        >
          Copy into this template’s texts
        </Button>
      ) : null}
    </div>
  );
}

/** The text that a tag prints, in each language. */
export function TextFields({ textKey }: { textKey: string }) {
  const texts = useTexts();
  return (
    <Group title={`Text “${textKey}”`}>
      <div className={classes["stack"]}>
        {languagesOf(texts).map((locale) => (
          <TextField key={locale} textKey={textKey} locale={locale} found={findText(texts, locale, textKey)} />
        ))}
      </div>
    </Group>
  );
}
