import { defaultRangeExtractor, useVirtualizer, useWindowVirtualizer, type Virtualizer } from "@tanstack/react-virtual";
import {
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type CSSProperties,
  type KeyboardEvent,
  type RefObject,
} from "react";
import { languageName } from "../model/languages.ts";
import type { TableRow } from "../model/table-rows.ts";
import { textOf, type TextTable } from "../model/text-table.ts";
import { KeyRow } from "./key-row.tsx";
import classes from "./translation-rows.module.css";

export type RowsProps = {
  label: string;
  table: TextTable;
  rows: readonly TableRow[];
  /** The shown languages, the default one first. */
  locales: readonly string[];
  /** The cell to focus; a new object for each time. */
  target: { key: string; locale: string } | undefined;
};

const idOf = (row: TableRow) => (row.kind === "key" ? `key ${row.key}` : `group ${row.name}`);

/** Which rows the virtual list needs, and how high they are before they are measured. */
function useRowOptions({ rows, target }: RowsProps) {
  const [focusedKey, setFocusedKey] = useState<string>();
  // A row with the focus stays mounted out of view, so that the focus and the caret are not lost.
  const kept = [target?.key, focusedKey].flatMap((key) => {
    const index = key === undefined ? -1 : rows.findIndex((row) => row.kind === "key" && row.key === key);
    return index === -1 ? [] : [index];
  });
  // The same functions as long as the rows are the same: new ones make the list measure all rows again.
  const estimateSize = useCallback((index: number) => (rows[index]?.kind === "group" ? 40 : 58), [rows]);
  const getItemKey = useCallback(
    (index: number) => {
      const row = rows[index];
      return row ? idOf(row) : index;
    },
    [rows],
  );
  return {
    setFocusedKey,
    options: {
      count: rows.length,
      estimateSize,
      overscan: 8,
      getItemKey,
      rangeExtractor: (range: Parameters<typeof defaultRangeExtractor>[0]) =>
        [...new Set([...defaultRangeExtractor(range), ...kept])].toSorted((one, other) => one - other),
    },
  };
}

/** Goes from a text to the next one. The menu between them is reached backwards. */
function goToNextText(event: KeyboardEvent<HTMLElement>): void {
  const { currentTarget, target } = event;
  if (event.key !== "Tab" || event.shiftKey || event.ctrlKey || event.altKey || event.metaKey) return;
  if (!(target instanceof HTMLTextAreaElement)) return;
  const texts = [...currentTarget.querySelectorAll("textarea")];
  const next = texts[texts.indexOf(target) + 1];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

type ListProps = RowsProps & {
  virtualizer: Virtualizer<Window, Element> | Virtualizer<HTMLElement, Element>;
  body: RefObject<HTMLTableSectionElement | null>;
  offset: number;
  onFocusKey: (key: string | undefined) => void;
};

function RowList({ label, table, rows, locales, target, virtualizer, body, offset, onFocusKey }: ListProps) {
  const { defaultLocale } = table;
  useEffect(() => {
    if (!target) return;
    const cell = body.current?.querySelector(`[data-cell="${CSS.escape(`${target.locale} ${target.key}`)}"]`);
    const field = cell?.querySelector("textarea");
    field?.scrollIntoView({ block: "center" });
    field?.focus({ preventScroll: true });
  }, [target, body]);
  return (
    <table
      aria-label={label}
      aria-rowcount={rows.length + 1}
      aria-colcount={locales.length + 1}
      className={classes["table"]}
      style={{ "--shown": locales.length } as CSSProperties}
    >
      <thead className={classes["heads"]}>
        <tr aria-rowindex={1} className={classes["row"]}>
          <th scope="col" className={classes["head"]}>
            Key
          </th>
          {locales.map((locale) => (
            <th scope="col" key={locale} className={classes["head"]}>
              {languageName(locale)} <span style={{ color: "var(--faint)", fontWeight: 400 }}>{locale}</span>
              {locale === defaultLocale ? <span className={classes["default"]}>default</span> : null}
            </th>
          ))}
        </tr>
      </thead>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- The focus and the keys are those of its fields. */}
      <tbody
        ref={body}
        className={classes["body"]}
        style={{ height: virtualizer.getTotalSize() }}
        onKeyDown={goToNextText}
        onFocus={({ target: focused }) => onFocusKey(focused.closest<HTMLElement>("[data-key]")?.dataset["key"])}
      >
        {virtualizer.getVirtualItems().map(({ index, key, start }) => {
          const row = rows[index];
          if (!row) return null;
          return (
            <tr
              key={key}
              ref={virtualizer.measureElement}
              data-index={index}
              data-key={row.kind === "key" ? row.key : undefined}
              aria-rowindex={index + 2}
              className={`${classes["row"] ?? ""} ${classes["placed"] ?? ""}`}
              data-kind={row.kind}
              style={{ transform: `translateY(${start - offset}px)` }}
            >
              {row.kind === "group" ? (
                <th scope="rowgroup" colSpan={locales.length + 1} className={classes["group"]}>
                  {row.name}{" "}
                  <span style={{ color: "var(--faint)", fontWeight: 400 }}>{row.count.toLocaleString("en")}</span>
                </th>
              ) : (
                <KeyRow
                  textKey={row.key}
                  defaultLocale={defaultLocale}
                  locales={locales}
                  texts={locales.map((locale) => textOf(table, locale, row.key))}
                />
              )}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** The rows of a page, which scrolls as a whole. */
export function PageRows(props: RowsProps) {
  const body = useRef<HTMLTableSectionElement>(null);
  const [offset, setOffset] = useState(0);
  const { options, setFocusedKey } = useRowOptions(props);
  useLayoutEffect(() => {
    const measure = () => setOffset((body.current?.getBoundingClientRect().top ?? 0) + window.scrollY);
    measure();
    // The parts above change their height with the width of the window and with the languages.
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, []);
  // oxlint-disable-next-line react/incompatible-library -- React runs without its compiler here, and no memoized component gets the virtualizer.
  const virtualizer = useWindowVirtualizer<Element>({ ...options, scrollMargin: offset });
  return <RowList {...props} virtualizer={virtualizer} body={body} offset={offset} onFocusKey={setFocusedKey} />;
}

/** The rows of a pane, which scrolls on its own. */
export function PaneRows({ scroller, ...props }: RowsProps & { scroller: RefObject<HTMLElement | null> }) {
  const body = useRef<HTMLTableSectionElement>(null);
  const [offset, setOffset] = useState(0);
  const { options, setFocusedKey } = useRowOptions(props);
  useLayoutEffect(() => {
    const measure = () => {
      const top = body.current?.getBoundingClientRect().top ?? 0;
      const room = scroller.current;
      setOffset(room ? top - room.getBoundingClientRect().top + room.scrollTop : 0);
    };
    measure();
    const observer = new ResizeObserver(measure);
    for (const child of scroller.current?.children ?? []) observer.observe(child);
    return () => observer.disconnect();
  }, [scroller]);
  // oxlint-disable-next-line react/incompatible-library -- React runs without its compiler here, and no memoized component gets the virtualizer.
  const virtualizer = useVirtualizer<HTMLElement, Element>({
    ...options,
    scrollMargin: offset,
    getScrollElement: () => scroller.current,
  });
  return <RowList {...props} virtualizer={virtualizer} body={body} offset={offset} onFocusKey={setFocusedKey} />;
}
