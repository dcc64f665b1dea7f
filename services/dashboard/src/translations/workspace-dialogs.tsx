import type { TableChanges } from "@platen/contracts";
import { ConfirmDialog } from "../components/dialogs/confirm-dialog.tsx";
import { formatCount } from "../ui/format.ts";
import { toast } from "../ui/toast.ts";
import { ImportDialog } from "./files/import-dialog.tsx";
import type { ImportRequest } from "./files/translation-files.ts";
import { KeyDialog } from "./keys/key-dialog.tsx";
import { AddLanguageDialog } from "./languages/add-language-dialog.tsx";
import { languageName } from "./model/languages.ts";
import { keyChanges, type TableDifference, type TextTable } from "./model/text-table.ts";
import type { OpenDialogs } from "./use-workspace-dialogs.ts";

type DialogsProps = {
  dialogs: OpenDialogs;
  table: TextTable;
  keys: readonly string[];
  /** All languages, the default one first. */
  locales: readonly string[];
  /** The number of texts in each language. */
  counts: ReadonlyMap<string, number>;
  change: (changes: TableChanges) => Promise<void>;
  importFile: (request: ImportRequest) => Promise<TableDifference>;
  onLanguageAdded: (locale: string) => void;
};

type PartProps<Name extends keyof OpenDialogs> = Pick<DialogsProps, "table" | "change"> & {
  dialog: OpenDialogs[Name];
};

function NamingDialog({ dialog, table, keys, change }: PartProps<"naming"> & Pick<DialogsProps, "keys">) {
  const { defaultLocale, languages } = table;
  return (
    <KeyDialog
      {...dialog.props}
      renamed={dialog.subject}
      keys={keys}
      defaultLocale={defaultLocale}
      onSave={async (key, text) => {
        const renamed = dialog.subject;
        await change(
          renamed === undefined ? { [defaultLocale]: { [key]: text } } : keyChanges(languages, renamed, key),
        );
        toast(renamed === undefined ? `“${key}” is added.` : `“${renamed}” is now “${key}”.`);
      }}
    />
  );
}

function KeyRemovalDialog({ dialog, table, change }: PartProps<"keyRemoval">) {
  const { isOpen, close, subject: key = "" } = dialog;
  return (
    <ConfirmDialog
      title={`Remove “${key}”?`}
      confirmLabel="Remove key"
      isOpen={isOpen}
      onClose={close}
      onConfirm={() => change(keyChanges(table.languages, key, undefined))}
      onDone={() => toast(`“${key}” is removed.`)}
    >
      <p>
        This removes its text in every language. Templates name keys: a draft that prints <code>{`{{@t.${key}}}`}</code>{" "}
        cannot be saved until the tag is gone. Published versions keep the text.
      </p>
    </ConfirmDialog>
  );
}

function LanguageRemovalDialog({
  dialog,
  table,
  counts,
  change,
}: PartProps<"languageRemoval"> & Pick<DialogsProps, "counts">) {
  const { isOpen, close, subject: locale = table.defaultLocale } = dialog;
  return (
    <ConfirmDialog
      title={`Remove ${languageName(locale)}?`}
      confirmLabel="Remove language"
      isOpen={isOpen}
      onClose={close}
      onConfirm={() => change({ [locale]: null })}
      onDone={() => toast(`${languageName(locale)} is removed.`)}
    >
      <p>
        This removes its {formatCount(counts.get(locale) ?? 0, "text")}. Published versions keep their texts. “Undo”
        brings the language back until you leave the page.
      </p>
    </ConfirmDialog>
  );
}

/** The dialogs that change the keys and the languages of a table of texts. */
export function WorkspaceDialogs(props: DialogsProps) {
  const { dialogs, table, keys, locales, counts, change, importFile, onLanguageAdded } = props;
  const { naming, keyRemoval, adding, languageRemoval, importing } = dialogs;
  const { defaultLocale, languages } = table;
  return (
    <>
      <NamingDialog dialog={naming} table={table} keys={keys} change={change} />
      <KeyRemovalDialog dialog={keyRemoval} table={table} change={change} />
      <AddLanguageDialog
        {...adding.props}
        taken={locales}
        onAdd={async (locale) => {
          await change({ ...(Object.hasOwn(languages, defaultLocale) ? {} : { [defaultLocale]: {} }), [locale]: {} });
          onLanguageAdded(locale);
        }}
      />
      <LanguageRemovalDialog dialog={languageRemoval} table={table} counts={counts} change={change} />
      <ImportDialog
        {...importing.props}
        file={importing.subject instanceof File ? importing.subject : undefined}
        locales={locales}
        onImport={importFile}
      />
    </>
  );
}
