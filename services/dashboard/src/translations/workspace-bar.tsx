import { Button, Menu, Tooltip, UnstyledButton } from "@mantine/core";
import type { TranslationFormat } from "@platen/contracts";
import { ArrowDown, Download, FileUp, Languages, Plus, Undo2 } from "lucide-react";
import { SearchField } from "../ui/search-field.tsx";
import { languageName } from "./model/languages.ts";
import classes from "./translations-workspace.module.css";
import type { KeyFilter } from "./use-found-keys.ts";

/** What the author can do with the whole table. */
export type TableActions = {
  download: (format: TranslationFormat, locale?: string) => void;
  openImport: () => void;
  addKey: () => void;
  addLanguage: () => void;
};

export function ImportButton({ onClick }: { onClick: () => void }) {
  return (
    <Button variant="default" leftSection={<FileUp size={16} aria-hidden />} onClick={onClick}>
      Import
    </Button>
  );
}

export function AddKeyButton({ onClick }: { onClick: () => void }) {
  return (
    <Button leftSection={<Plus size={16} aria-hidden />} onClick={onClick}>
      Add a key
    </Button>
  );
}

/** Takes back the last change; `text` says which. */
export type TableUndo = { text: string | undefined; run: () => void };

function UndoButton({ undo }: { undo: TableUndo }) {
  return (
    <Tooltip label={undo.text === undefined ? "Nothing to undo" : `Undo: ${undo.text}`}>
      {/* Without the disabled attribute, which would drop the focus after the last step. */}
      <Button
        variant="default"
        leftSection={<Undo2 size={16} aria-hidden />}
        data-disabled={undo.text === undefined}
        aria-disabled={undo.text === undefined}
        onClick={undo.run}
      >
        Undo
      </Button>
    </Tooltip>
  );
}

function ExportMenu({ locales, download }: { locales: readonly string[]; download: TableActions["download"] }) {
  return (
    <Menu width={240}>
      <Menu.Target>
        <Button variant="default" leftSection={<Download size={16} aria-hidden />}>
          Export
        </Button>
      </Menu.Target>
      <Menu.Dropdown style={{ maxHeight: "22rem", overflowY: "auto" }}>
        <Menu.Label>All languages</Menu.Label>
        <Menu.Item onClick={() => download("json")}>JSON</Menu.Item>
        <Menu.Item onClick={() => download("csv")}>CSV, for spreadsheets</Menu.Item>
        {locales.length > 1 ? <Menu.Label>XLIFF 2, for translation tools</Menu.Label> : null}
        {locales.slice(1).map((locale) => (
          <Menu.Item key={locale} onClick={() => download("xliff", locale)}>
            {languageName(locale)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

type BarProps = {
  filter: KeyFilter;
  onFilter: (changes: Partial<KeyFilter>) => void;
  untranslatedCount: number;
  /** Goes to the next text without a translation. */
  onNext: () => void;
  /** All languages, the default one first. */
  locales: readonly string[];
  mayEdit: boolean;
  undo: TableUndo | undefined;
  actions: TableActions;
};

/** The filter of a table of texts, and the actions for the whole table. */
export function WorkspaceBar({
  filter,
  onFilter,
  untranslatedCount,
  onNext,
  locales,
  mayEdit,
  undo,
  actions,
}: BarProps) {
  return (
    <div className={classes["bar"]}>
      <SearchField label="Search keys and texts" value={filter.search} onSearch={(search) => onFilter({ search })} />
      <UnstyledButton
        className={classes["filter"]}
        aria-pressed={filter.isUntranslatedOnly}
        onClick={() => onFilter({ isUntranslatedOnly: !filter.isUntranslatedOnly })}
      >
        Not translated <span className="figures">{untranslatedCount.toLocaleString("en")}</span>
      </UnstyledButton>
      {untranslatedCount > 0 && mayEdit ? (
        <Button variant="default" leftSection={<ArrowDown size={16} aria-hidden />} onClick={onNext}>
          Next untranslated
        </Button>
      ) : null}
      <span className={classes["space"]} />
      <div className={classes["actions"]}>
        {undo && mayEdit ? <UndoButton undo={undo} /> : null}
        <ExportMenu locales={locales} download={actions.download} />
        {mayEdit ? (
          <>
            <ImportButton onClick={actions.openImport} />
            <Button variant="default" leftSection={<Languages size={16} aria-hidden />} onClick={actions.addLanguage}>
              Add a language
            </Button>
            <AddKeyButton onClick={actions.addKey} />
          </>
        ) : null}
      </div>
    </div>
  );
}
