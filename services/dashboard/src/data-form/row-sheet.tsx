import { Button } from "@mantine/core";
import { ChevronLeft, ChevronRight, Plus, Trash2 } from "lucide-react";
import { useEffect, useRef, useState, type ClipboardEvent, type KeyboardEvent } from "react";
import { readCells } from "../components/fields/sheet-text.ts";
import { formatCount } from "../ui/format.ts";
import { IconButton } from "../ui/icon-button.tsx";
import { emptyRow, mistakeIn, valueAt, withValue, type SheetColumn } from "./form-fields.ts";
import { mostRows, pasteInto } from "./pasted-rows.ts";
import classes from "./row-sheet.module.css";
import { SheetCell } from "./sheet-cell.tsx";

/** A page has so many rows, so that typing stays quick in long lists. */
const rowsShown = 50;

type RowSheetProps = {
  label: string;
  columns: readonly SheetColumn[];
  rows: readonly unknown[];
  onChange: (rows: unknown[]) => void;
};
type Place = { row: number; column: number };

/** Where the arrow keys and Enter lead from a cell; undefined for a key that belongs to the cell. */
function nextRow({ key, shiftKey, altKey, target }: KeyboardEvent, row: number): number | undefined {
  if (altKey || shiftKey) return undefined;
  if (key === "Enter" && !(target instanceof HTMLButtonElement)) return row + 1;
  if (!(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)) return undefined;
  // The arrows change a date, and move in a text of several lines.
  if (target.type === "date" || target.value.includes("\n")) return undefined;
  if (key === "ArrowDown") return row + 1;
  return key === "ArrowUp" ? row - 1 : undefined;
}

type SheetRowProps = {
  label: string;
  columns: readonly SheetColumn[];
  row: unknown;
  /** The number of the row, from 0. */
  at: number;
  onChange: (row: unknown) => void;
  onMove: (event: KeyboardEvent, place: Place) => void;
  onPaste: (event: ClipboardEvent, place: Place) => void;
  onDelete: () => void;
};

function SheetRow({ label, columns, row, at, onChange, onMove, onPaste, onDelete }: SheetRowProps) {
  return (
    <tr>
      <td className={classes["number"]}>{at + 1}</td>
      {columns.map(({ path, label: name, kind }, column) => (
        <td
          key={path.join("\n")}
          data-cell={`${at} ${column}`}
          data-kind={kind}
          onKeyDown={(event) => onMove(event, { row: at, column })}
          onPaste={(event) => onPaste(event, { row: at, column })}
        >
          <SheetCell
            label={`${name}, row ${at + 1}`}
            kind={kind}
            value={valueAt(row, path)}
            onChange={(value) => onChange(withValue(row, path, value))}
          />
        </td>
      ))}
      <td className={classes["actions"]}>
        <IconButton label={`Delete row ${at + 1} of ${label}`} icon={Trash2} iconSize={15} onClick={onDelete} />
      </td>
    </tr>
  );
}

/** A list as a sheet: a row for each item. Rows are added, deleted, and pasted from a spreadsheet. */
export function RowSheet({ label, columns, rows, onChange }: RowSheetProps) {
  const sheet = useRef<HTMLDivElement>(null);
  const wanted = useRef<Place>(undefined);
  const [page, setPage] = useState(0);
  const pages = Math.max(1, Math.ceil(rows.length / rowsShown));
  const start = Math.min(page, pages - 1) * rowsShown;
  const shown = rows.slice(start, start + rowsShown);

  // A row that was added is there only after the list has changed.
  useEffect(() => {
    const { row, column } = wanted.current ?? {};
    const cell = sheet.current?.querySelector<HTMLElement>(
      `[data-cell="${row} ${column}"] :is(input, textarea, button)`,
    );
    if (!cell) return;
    wanted.current = undefined;
    cell.focus();
  });

  function goTo(place: Place): void {
    wanted.current = place;
    setPage(Math.floor(place.row / rowsShown));
    // The same page is not drawn again.
    sheet.current
      ?.querySelector<HTMLElement>(`[data-cell="${place.row} ${place.column}"] :is(input, textarea, button)`)
      ?.focus();
  }

  function add(column = 0): void {
    if (rows.length >= mostRows) return;
    onChange([...rows, emptyRow(columns)]);
    goTo({ row: rows.length, column });
  }

  function remove(row: number): void {
    onChange(rows.toSpliced(row, 1));
    if (rows.length > 1) goTo({ row: Math.min(row, rows.length - 2), column: 0 });
    else sheet.current?.querySelector<HTMLElement>("[data-add]")?.focus();
  }

  function move(event: KeyboardEvent, { row, column }: Place): void {
    const next = nextRow(event, row);
    if (next === undefined || next < 0) return;
    if (next >= rows.length && event.key !== "Enter") return;
    event.preventDefault();
    if (next >= rows.length) add(column);
    else goTo({ row: next, column });
  }

  function paste(event: ClipboardEvent, at: Place): void {
    const cells = readCells(event.clipboardData.getData("text/plain"), "\t", mostRows);
    if (cells.length < 2 && (cells[0]?.length ?? 0) < 2) return;
    event.preventDefault();
    onChange(pasteInto(rows, columns, cells, at));
  }

  const mistake = columns.find(({ path, kind }) =>
    rows.some((row) => mistakeIn(kind, valueAt(row, path)) !== undefined),
  );
  return (
    <div ref={sheet} className={classes["sheet"]}>
      <div className={classes["frame"]}>
        <table aria-label={label}>
          <thead>
            <tr>
              <th className={classes["number"]} aria-label="Row" />
              {columns.map(({ path, label: name, kind }) => (
                <th key={path.join("\n")} scope="col" data-kind={kind}>
                  {name}
                </th>
              ))}
              <th className={classes["actions"]} aria-label="Delete" />
            </tr>
          </thead>
          <tbody>
            {shown.map((row, index) => (
              <SheetRow
                // A row has no name of its own, and its inputs hold no state but the typed text of a value.
                // oxlint-disable-next-line react/no-array-index-key
                key={start + index}
                {...{ label, columns, row }}
                at={start + index}
                onChange={(next) => onChange(rows.with(start + index, next))}
                onMove={move}
                onPaste={paste}
                onDelete={() => remove(start + index)}
              />
            ))}
          </tbody>
        </table>
      </div>
      {mistake ? (
        <p className={classes["mistake"]} role="alert">
          {mistake.label}: write numbers, such as 1234.50.
        </p>
      ) : null}
      <div className={classes["foot"]}>
        <Button
          data-add
          size="compact-sm"
          variant="default"
          leftSection={<Plus size={15} aria-hidden />}
          disabled={rows.length >= mostRows || columns.length === 0}
          onClick={() => add()}
        >
          Add row
        </Button>
        {pages > 1 ? (
          <div className={classes["pages"]}>
            <IconButton
              label="Previous rows"
              icon={ChevronLeft}
              disabled={start === 0}
              onClick={() => setPage(page - 1)}
            />
            <span className="figures">
              {start + 1} to {start + shown.length} of {formatCount(rows.length, "row")}
            </span>
            <IconButton
              label="Next rows"
              icon={ChevronRight}
              disabled={start + rowsShown >= rows.length}
              onClick={() => setPage(page + 1)}
            />
          </div>
        ) : null}
        <span className={classes["hint"]}>
          {columns.length === 0
            ? "The example has no row, so the columns are not known."
            : "Paste rows from a spreadsheet into any cell."}
        </span>
      </div>
    </div>
  );
}
