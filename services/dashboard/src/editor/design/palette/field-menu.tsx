import { Menu } from "@mantine/core";
import { Braces } from "lucide-react";
import { useMemo } from "react";
import { type DataPath, isField, pageValues, pathsOf, suggestFormat } from "@platen/template-source";
import { useSource } from "../../editor-context.ts";
import { useTexts } from "../../texts/use-texts.ts";
import { useDesign } from "../design-context.ts";
import { DataMenu } from "./data-menu.tsx";
import { InsertMenu } from "./insert-menu.tsx";
import { useInsert } from "./use-insert.ts";

/** The menu of the values that can be inserted at the caret, or in a paragraph of their own. */
export function FieldMenu({ label, hasWord }: { label: string; hasWord?: boolean }) {
  const { data } = useDesign((state) => state.document);
  const textEditing = useDesign((state) => state.textEditing);
  const insert = useInsert();
  const { settings } = useSource();
  const { locale } = useTexts();
  const suggest = ({ value }: DataPath) => suggestFormat(value, { ...settings, language: locale });
  const insertPageValue = textEditing?.insertPageValue;
  const paths = useMemo(() => pathsOf(data), [data]);
  return (
    <InsertMenu label={label} icon={Braces} hasWord={hasWord} isForText>
      {insertPageValue ? (
        <>
          <Menu.Label>Of the page</Menu.Label>
          {pageValues.map(({ name, label }) => (
            <Menu.Item key={name} onClick={() => insertPageValue(name, label)}>
              {label}
            </Menu.Item>
          ))}
          <Menu.Label>Of the data</Menu.Label>
        </>
      ) : null}
      <DataMenu
        paths={paths}
        isChoice={isField}
        suggest={suggest}
        onChoose={insert.variable}
        empty="The data has no values yet."
      />
    </InsertMenu>
  );
}
