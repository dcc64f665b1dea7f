import { Button, Menu, Tooltip, UnstyledButton } from "@mantine/core";
import type { ResponseOutput, operations, TableChanges, TranslationFormat } from "@platen/contracts";
import { Download, FileUp, Languages, Plus, Undo2 } from "lucide-react";
import { useCallback, useEffect, useMemo, useRef, useState, type ReactNode, type RefObject } from "react";
import { useBlocker } from "react-router";
import { problemMessage } from "../api/problem-message.ts";
import { NoMatch } from "../components/no-match.tsx";
import { ConfirmDialog } from "../components/dialogs/confirm-dialog.tsx";
import { downloadFile } from "../ui/download-file.ts";
import { DropHint } from "../ui/drop-hint.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { formatCount } from "../ui/format.ts";
import { SearchField } from "../ui/search-field.tsx";
import { toast, toastProblem } from "../ui/toast.ts";
import { useDialog } from "../ui/use-dialog.ts";
import { useFileDrop } from "../ui/use-file-drop.ts";
import { ImportDialog } from "./files/import-dialog.tsx";
import type { ImportRequest } from "./files/translation-files.ts";
import { KeyDialog } from "./keys/key-dialog.tsx";
import { AddLanguageDialog } from "./languages/add-language-dialog.tsx";
import { LanguageCards } from "./languages/language-cards.tsx";
import { createCellDrafts } from "./model/cell-drafts.ts";
import { languageName } from "./model/languages.ts";
import { isUntranslated, matchingKeys, nextUntranslated, rowsOf, translatedCounts } from "./model/table-rows.ts";
import { keyChanges, keysOf, localesOf, type TableDifference, type TextTable } from "./model/text-table.ts";
import { PageRows, PaneRows } from "./rows/translation-rows.tsx";
import { TableContext, type TableContextValue } from "./table-context.ts";
import classes from "./translations-workspace.module.css";
import { useShownLanguages } from "./use-shown-languages.ts";

type WorkspaceProps = {
  /** The name of the table for screen readers. */
  label: string;
  table: TextTable;
  mayEdit: boolean;
  /** Whether texts with mistakes are kept as well, because a later save checks them. */
  keepsMistakes: boolean;
  /** The name under which the browser remembers the shown languages. */
  storageKey: string;
  change: (changes: TableChanges) => Promise<void>;
  makeDefault: ((locale: string) => Promise<void>) | undefined;
  importFile: (request: ImportRequest) => Promise<TableDifference>;
  exportFile: (
    format: TranslationFormat,
    locale?: string,
  ) => Promise<ResponseOutput<typeof operations.exportTranslations.member>>;
  /** Takes back the last change; undefined where the page has its own undo. */
  undo: { text: string | undefined; run: () => void } | undefined;
  /** The pane that scrolls; without it, the page does. */
  scroller?: RefObject<HTMLElement | null>;
  emptyText: ReactNode;
};

const noFilter = { search: "", isUntranslatedOnly: false };

/** Shows a failure of an action that has no dialog. */
function run(action: Promise<unknown>): void {
  action.catch((problem: unknown) => toastProblem(problemMessage(problem)));
}

/** A table of texts by language, in which translators work. */
export function TranslationsWorkspace(props: WorkspaceProps) {
  const { label, table, mayEdit, keepsMistakes, storageKey, change, makeDefault, importFile, exportFile, undo } = props;
  const { scroller } = props;
  const { defaultLocale, languages } = table;
  const [drafts] = useState(createCellDrafts);
  const keys = useMemo(() => keysOf(table), [table]);
  const all = useMemo(() => localesOf(table), [table]);
  const counts = useMemo(() => translatedCounts(table), [table]);
  const { shown, toggle } = useShownLanguages(storageKey, all.slice(1), counts);
  // As one text, so that the list is the same object while the languages are the same.
  const shownText = [defaultLocale, ...shown].join(" ");
  const locales = useMemo(() => shownText.split(" "), [shownText]);

  const [filter, setFilter] = useState(noFilter);
  // Texts that are edited stay in view, although the filter no longer matches.
  const [kept, setKept] = useState<{ shownText: string; keys: ReadonlySet<string> }>();
  const changeFilter = (changes: Partial<typeof noFilter>) => {
    const next = { ...filter, ...changes };
    setFilter(next);
    setKept({ shownText, keys: new Set(matchingKeys(table, locales, next)) });
  };
  const isFiltered = filter.search !== "" || filter.isUntranslatedOnly;
  if (isFiltered && kept?.shownText !== shownText) {
    setKept({ shownText, keys: new Set(matchingKeys(table, locales, filter)) });
  }
  const found = useMemo(() => {
    if (!isFiltered) return keys;
    const matching = new Set(matchingKeys(table, locales, filter));
    return keys.filter((key) => matching.has(key) || kept?.keys.has(key));
  }, [isFiltered, keys, table, locales, filter, kept]);
  const rows = useMemo(() => rowsOf(found), [found]);
  const untranslatedCount = useMemo(
    () => keys.filter((key) => isUntranslated(table, key, locales)).length,
    [keys, table, locales],
  );

  const [target, setTarget] = useState<{ key: string; locale: string }>();
  const naming = useDialog<string | undefined>();
  const removal = useDialog<string>();
  const adding = useDialog();
  const languageRemoval = useDialog<string>();
  const importing = useDialog<File | "ask">();
  const isFileOver = useFileDrop(mayEdit, ([file]) => importing.open(file));

  const latest = useRef({ table, found, locales, change, openNaming: naming.open, openRemoval: removal.open });
  useEffect(() => {
    latest.current = { table, found, locales, change, openNaming: naming.open, openRemoval: removal.open };
  });
  const goToNext = useCallback((from: { key: string; locale: string }) => {
    const now = latest.current;
    const order = rowsOf(now.found).flatMap((row) => (row.kind === "key" ? [row.key] : []));
    const translated = now.locales.filter((locale) => locale !== now.table.defaultLocale);
    const next = nextUntranslated(now.table, { keys: order, locales: translated }, from);
    if (next) setTarget(next);
    else toast("Nothing else is left to translate here.");
  }, []);
  const context = useMemo<TableContextValue>(
    () => ({
      mayEdit,
      keepsMistakes,
      drafts,
      change: (changes) => latest.current.change(changes),
      goToNext,
      renameKey: (key) => latest.current.openNaming(key),
      removeKey: (key) => latest.current.openRemoval(key),
    }),
    [mayEdit, keepsMistakes, drafts, goToNext],
  );

  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    return drafts.count() > 0 && currentLocation.pathname !== nextLocation.pathname;
  });
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (drafts.count() > 0) event.preventDefault();
    };
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [drafts]);

  const download = async (format: TranslationFormat, locale?: string) => {
    const { filename, mediaType, content } = await exportFile(format, locale);
    downloadFile(filename, content, mediaType);
  };

  const isEmpty = keys.length === 0 && Object.keys(languages).length === 0;
  const importButton = (
    <Button variant="default" leftSection={<FileUp size={16} aria-hidden />} onClick={() => importing.open("ask")}>
      Import
    </Button>
  );
  const removedKey = removal.subject ?? "";
  const removedLocale = languageRemoval.subject ?? defaultLocale;
  const rowsProps = { label, table, rows, locales, target };
  return (
    <TableContext value={context}>
      <div className={classes["workspace"]}>
        {isEmpty ? (
          <EmptyState
            icon={Languages}
            title="No texts yet"
            text={props.emptyText}
            {...(mayEdit
              ? {
                  action: (
                    <div className={classes["actions"]}>
                      {importButton}
                      <Button leftSection={<Plus size={16} aria-hidden />} onClick={() => naming.open(undefined)}>
                        Add a key
                      </Button>
                    </div>
                  ),
                }
              : {})}
          />
        ) : (
          <>
            <LanguageCards
              locales={all}
              defaultLocale={defaultLocale}
              keyCount={keys.length}
              counts={counts}
              shown={shown}
              onToggle={toggle}
              onExport={(locale) => run(download("xliff", locale))}
              onRemove={mayEdit ? languageRemoval.open : undefined}
              onMakeDefault={
                mayEdit && makeDefault
                  ? (locale) =>
                      run(
                        makeDefault(locale).then(() =>
                          toast(`${languageName(locale)} is the default language. Texts that others lack print in it.`),
                        ),
                      )
                  : undefined
              }
            />
            <div className={classes["bar"]}>
              <SearchField
                label="Search keys and texts"
                value={filter.search}
                onSearch={(search) => changeFilter({ search })}
              />
              <UnstyledButton
                className={classes["filter"]}
                aria-pressed={filter.isUntranslatedOnly}
                onClick={() => changeFilter({ isUntranslatedOnly: !filter.isUntranslatedOnly })}
              >
                Not translated <span className="figures">{untranslatedCount.toLocaleString("en")}</span>
              </UnstyledButton>
              <span className={classes["space"]} />
              <div className={classes["actions"]}>
                {undo && mayEdit ? (
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
                ) : null}
                <Menu width={240}>
                  <Menu.Target>
                    <Button variant="default" leftSection={<Download size={16} aria-hidden />}>
                      Export
                    </Button>
                  </Menu.Target>
                  <Menu.Dropdown className={classes["menu"] ?? ""}>
                    <Menu.Label>All languages</Menu.Label>
                    <Menu.Item onClick={() => run(download("json"))}>JSON</Menu.Item>
                    <Menu.Item onClick={() => run(download("csv"))}>CSV, for spreadsheets</Menu.Item>
                    {all.length > 1 ? <Menu.Label>XLIFF 2, for translation tools</Menu.Label> : null}
                    {all.slice(1).map((locale) => (
                      <Menu.Item key={locale} onClick={() => run(download("xliff", locale))}>
                        {languageName(locale)}
                      </Menu.Item>
                    ))}
                  </Menu.Dropdown>
                </Menu>
                {mayEdit ? (
                  <>
                    {importButton}
                    <Button
                      variant="default"
                      leftSection={<Languages size={16} aria-hidden />}
                      onClick={() => adding.open(true)}
                    >
                      Add a language
                    </Button>
                    <Button leftSection={<Plus size={16} aria-hidden />} onClick={() => naming.open(undefined)}>
                      Add a key
                    </Button>
                  </>
                ) : null}
              </div>
            </div>
            <output className="unseen">{isFiltered ? `${formatCount(found.length, "key")} found` : ""}</output>
            {rows.length === 0 && isFiltered ? (
              <NoMatch
                text={filter.search === "" ? "Everything is translated" : "No texts match"}
                onClear={() => changeFilter(noFilter)}
              />
            ) : scroller ? (
              <PaneRows {...rowsProps} scroller={scroller} />
            ) : (
              <PageRows {...rowsProps} />
            )}
          </>
        )}
      </div>
      {isFileOver ? <DropHint>Drop the file to import it</DropHint> : null}

      <KeyDialog
        isOpen={naming.isOpen}
        onClose={naming.close}
        renamed={naming.subject}
        keys={keys}
        defaultLocale={defaultLocale}
        onSave={async (key, text) => {
          const renamed = naming.subject;
          await change(
            renamed === undefined ? { [defaultLocale]: { [key]: text } } : keyChanges(languages, renamed, key),
          );
          toast(renamed === undefined ? `“${key}” is added.` : `“${renamed}” is now “${key}”.`);
        }}
      />
      <ConfirmDialog
        title={`Remove “${removedKey}”?`}
        confirmLabel="Remove key"
        isOpen={removal.isOpen}
        onClose={removal.close}
        onConfirm={() => change(keyChanges(languages, removedKey, undefined))}
        onDone={() => toast(`“${removedKey}” is removed.`)}
      >
        <p>
          This removes its text in every language. Templates name keys: a draft that prints{" "}
          <code>{`{{@t.${removedKey}}}`}</code> cannot be saved until the tag is gone. Published versions keep the text.
        </p>
      </ConfirmDialog>
      <AddLanguageDialog
        isOpen={adding.isOpen}
        onClose={adding.close}
        taken={all}
        onAdd={async (locale) => {
          await change({ ...(Object.hasOwn(languages, defaultLocale) ? {} : { [defaultLocale]: {} }), [locale]: {} });
          if (!shown.includes(locale)) toggle(locale);
        }}
      />
      <ConfirmDialog
        title={`Remove ${languageName(removedLocale)}?`}
        confirmLabel="Remove language"
        isOpen={languageRemoval.isOpen}
        onClose={languageRemoval.close}
        onConfirm={() => change({ [removedLocale]: null })}
        onDone={() => toast(`${languageName(removedLocale)} is removed.`)}
      >
        <p>
          This removes its {formatCount(counts.get(removedLocale) ?? 0, "text")}. Published versions keep their texts.
          “Undo” brings the language back until you leave the page.
        </p>
      </ConfirmDialog>
      <ImportDialog
        isOpen={importing.isOpen}
        onClose={importing.close}
        file={importing.subject instanceof File ? importing.subject : undefined}
        locales={all}
        onImport={importFile}
      />
      <ConfirmDialog
        title="Leave without saving?"
        confirmLabel="Leave the page"
        isOpen={blocker.state === "blocked"}
        onClose={() => blocker.reset?.()}
        onConfirm={async () => blocker.proceed?.()}
        onDone={() => undefined}
      >
        <p>{formatCount(drafts.count(), "text")} with a mistake would be lost. Correct it, or press Escape in it.</p>
      </ConfirmDialog>
    </TableContext>
  );
}
