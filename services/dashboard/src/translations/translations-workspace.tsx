import type { ResponseOutput, operations, TableChanges, TranslationFormat } from "@platen/contracts";
import { Languages } from "lucide-react";
import { useCallback, useEffect, useMemo, useRef, useState, type ReactNode, type RefObject } from "react";
import { problemMessage } from "../api/problem-message.ts";
import { NoMatch } from "../components/no-match.tsx";
import { downloadFile } from "../ui/download-file.ts";
import { DropHint } from "../ui/drop-hint.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { formatCount } from "../ui/format.ts";
import { toast, toastProblem } from "../ui/toast.ts";
import { useFileDrop } from "../ui/use-file-drop.ts";
import type { ImportRequest } from "./files/translation-files.ts";
import { LanguageCards } from "./languages/language-cards.tsx";
import { LeaveDialog } from "./leave-dialog.tsx";
import { createCellDrafts } from "./model/cell-drafts.ts";
import { languageName } from "./model/languages.ts";
import { isUntranslated, nextUntranslated, rowsOf, translatedCounts } from "./model/table-rows.ts";
import { keysOf, localesOf, type TableDifference, type TextTable } from "./model/text-table.ts";
import { PageRows, PaneRows } from "./rows/translation-rows.tsx";
import { TableContext, type TableContextValue } from "./table-context.ts";
import classes from "./translations-workspace.module.css";
import { useFoundKeys } from "./use-found-keys.ts";
import { useShownLanguages } from "./use-shown-languages.ts";
import { useWorkspaceDialogs, type OpenDialogs } from "./use-workspace-dialogs.ts";
import { AddKeyButton, ImportButton, WorkspaceBar, type TableActions, type TableUndo } from "./workspace-bar.tsx";
import { WorkspaceDialogs } from "./workspace-dialogs.tsx";

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
  undo: TableUndo | undefined;
  /** The pane that scrolls; without it, the page does. */
  scroller?: RefObject<HTMLElement | null>;
  emptyText: ReactNode;
};

/** Shows a failure of an action that has no dialog. */
function run(action: Promise<unknown>): void {
  action.catch((problem: unknown) => toastProblem(problemMessage(problem)));
}

type Place = { key: string; locale: string };

type TableContextOptions = Pick<WorkspaceProps, "table" | "mayEdit" | "keepsMistakes" | "change"> & {
  found: readonly string[];
  locales: readonly string[];
  dialogs: OpenDialogs;
  onTarget: (place: Place) => void;
};

/** What cells and rows need of the table. It stays the same object while texts change. */
function useTableContext(options: TableContextOptions): TableContextValue {
  const { mayEdit, keepsMistakes } = options;
  const [drafts] = useState(createCellDrafts);
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
  });
  const goToNext = useCallback((from: Place | undefined) => {
    const { table, found, locales, onTarget } = latest.current;
    const order = rowsOf(found).flatMap((row) => (row.kind === "key" ? [row.key] : []));
    const translated = locales.filter((locale) => locale !== table.defaultLocale);
    const next = nextUntranslated(table, { keys: order, locales: translated }, from);
    if (next) onTarget(next);
    else toast("Nothing else is left to translate here.");
  }, []);
  return useMemo(
    () => ({
      mayEdit,
      keepsMistakes,
      drafts,
      change: (changes) => latest.current.change(changes),
      goToNext,
      renameKey: (key) => latest.current.dialogs.naming.open(key),
      removeKey: (key) => latest.current.dialogs.keyRemoval.open(key),
    }),
    [mayEdit, keepsMistakes, drafts, goToNext],
  );
}

function NoTexts({ text, mayEdit, actions }: { text: ReactNode; mayEdit: boolean; actions: TableActions }) {
  const action = (
    <div className={classes["actions"]}>
      <ImportButton onClick={actions.openImport} />
      <AddKeyButton onClick={actions.addKey} />
    </div>
  );
  return <EmptyState icon={Languages} title="No texts yet" text={text} {...(mayEdit ? { action } : {})} />;
}

/** A table of texts by language, in which translators work. */
export function TranslationsWorkspace(props: WorkspaceProps) {
  const { label, table, mayEdit, keepsMistakes, storageKey, change, makeDefault, importFile, exportFile, undo } = props;
  const { scroller } = props;
  const { defaultLocale, languages } = table;
  const keys = useMemo(() => keysOf(table), [table]);
  const all = useMemo(() => localesOf(table), [table]);
  const counts = useMemo(() => translatedCounts(table), [table]);
  const { shown, toggle } = useShownLanguages(storageKey, all.slice(1), counts);
  // As one text, so that the list is the same object while the languages are the same.
  const shownText = [defaultLocale, ...shown].join(" ");
  const locales = useMemo(() => shownText.split(" "), [shownText]);
  const { filter, isFiltered, found, changeFilter, clearFilter } = useFoundKeys(table, keys, locales);
  const rows = useMemo(() => rowsOf(found), [found]);
  const untranslatedCount = useMemo(
    () => keys.filter((key) => isUntranslated(table, key, locales)).length,
    [keys, table, locales],
  );
  const [target, setTarget] = useState<Place>();
  const placeOfFocus = useRef<Place>(undefined);
  const dialogs = useWorkspaceDialogs();
  const isFileOver = useFileDrop(mayEdit, ([file]) => dialogs.importing.open(file));
  const context = useTableContext({
    table,
    mayEdit,
    keepsMistakes,
    change,
    found,
    locales,
    dialogs,
    onTarget: setTarget,
  });

  const download = async (format: TranslationFormat, locale?: string) => {
    const { filename, mediaType, content } = await exportFile(format, locale);
    downloadFile(filename, content, mediaType);
  };
  const actions: TableActions = {
    download: (format, locale) => run(download(format, locale)),
    openImport: () => dialogs.importing.open("ask"),
    addKey: () => dialogs.naming.open(undefined),
    addLanguage: () => dialogs.adding.open(true),
  };
  const onMakeDefault = (locale: string) => {
    const made = makeDefault?.(locale).then(() =>
      toast(`${languageName(locale)} is the default language. Texts that others lack print in it.`),
    );
    if (made) run(made);
  };

  const isEmpty = keys.length === 0 && Object.keys(languages).length === 0;
  const rowsProps = { label, table, rows, locales, target };
  return (
    <TableContext value={context}>
      <div
        style={{ containerType: "inline-size" }}
        onFocus={({ target: focused }) => {
          const cell = focused.closest<HTMLElement>("[data-cell]")?.dataset["cell"];
          if (cell === undefined) return;
          const blank = cell.indexOf(" ");
          placeOfFocus.current = { locale: cell.slice(0, blank), key: cell.slice(blank + 1) };
        }}
      >
        {isEmpty ? (
          <NoTexts text={props.emptyText} mayEdit={mayEdit} actions={actions} />
        ) : (
          <>
            <LanguageCards
              locales={all}
              defaultLocale={defaultLocale}
              keyCount={keys.length}
              counts={counts}
              shown={shown}
              onToggle={toggle}
              onExport={(locale) => actions.download("xliff", locale)}
              onRemove={mayEdit ? dialogs.languageRemoval.open : undefined}
              onMakeDefault={mayEdit && makeDefault ? onMakeDefault : undefined}
            />
            <WorkspaceBar
              filter={filter}
              onFilter={changeFilter}
              untranslatedCount={untranslatedCount}
              onNext={() => context.goToNext(placeOfFocus.current)}
              locales={all}
              mayEdit={mayEdit}
              undo={undo}
              actions={actions}
            />
            <output className="unseen">{isFiltered ? `${formatCount(found.length, "key")} found` : ""}</output>
            {rows.length === 0 && isFiltered ? (
              <NoMatch
                text={filter.search === "" ? "Everything is translated" : "No texts match"}
                onClear={clearFilter}
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
      <WorkspaceDialogs
        dialogs={dialogs}
        table={table}
        keys={keys}
        locales={all}
        counts={counts}
        change={change}
        importFile={importFile}
        onLanguageAdded={(locale) => {
          if (!shown.includes(locale)) toggle(locale);
        }}
      />
      <LeaveDialog drafts={context.drafts} />
    </TableContext>
  );
}
