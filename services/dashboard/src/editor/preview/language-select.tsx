import { NativeSelect } from "@mantine/core";
import { pseudoLocale } from "@platen/contracts";
import { languageName } from "../../translations/model/languages.ts";
import { useEditor } from "../editor-context.ts";
import { useTexts } from "../texts/use-texts.ts";

function labelOf(locale: string): string {
  return locale === pseudoLocale ? `Pseudo language (${pseudoLocale})` : `${languageName(locale)} (${locale})`;
}

/** Chooses the language of the preview and the canvas. Without texts of translations there is nothing to choose. */
export function LanguageSelect({ label }: { label: string }) {
  const { chooseLocale } = useEditor();
  const { choices, chosen, written } = useTexts();
  if (choices.length === 0) return null;
  return (
    <NativeSelect
      size="xs"
      style={{ flex: "0 1 8rem", minWidth: "4.5rem" }}
      aria-label={label}
      value={chosen ?? ""}
      data={[
        { value: "", label: `${languageName(written)}, as set` },
        ...choices.map((value) => ({ value, label: labelOf(value) })),
      ]}
      onChange={({ currentTarget }) => chooseLocale(currentTarget.value === "" ? undefined : currentTarget.value)}
    />
  );
}
