import { Button, Menu } from "@mantine/core";
import { Braces, Columns3 } from "lucide-react";
import { useMemo, type ReactNode } from "react";
import { useDesign, useDesignStore } from "../design-context.ts";
import {
  addTotal,
  type Column,
  columnFor,
  type ElementNode,
  insertColumn,
  insertRow,
  isCell,
  isField,
  isPlainRow,
  itemsOf,
  makeEdit,
  placeOf,
  removeRow,
  repeatOf,
  setColumnWidth,
  styleColumn,
  type TablePlace,
  variableIn,
  variableOf,
  type VariableNode,
  widthOf,
} from "@platen/template-source";
import { Group, Wide } from "./group.tsx";
import { VariablePanel } from "./section-panel.tsx";
import { IconChoiceField } from "./style-fields.tsx";
import { sideAlignments } from "./text-styles.tsx";
import { useElementStyles } from "./use-element-styles.ts";
import { ValidatedField } from "./validated-field.tsx";
import { withUnit } from "./with-unit.ts";

type ColumnPanelProps = {
  cell: ElementNode;
  /** The variable of the cell whose fields the panel shows already. */
  variable?: VariableNode;
};

/** The column and the row of a cell: what can be added and deleted, and how the column looks and prints its value. */
export function ColumnPanel({ cell, variable }: ColumnPanelProps) {
  const { template } = useDesign((state) => state.document);
  const place = useMemo(() => placeOf(template, cell), [template, cell]);
  return place ? <PlacePanel place={place} shown={variable} /> : null;
}

function PlacePanel({ place, shown }: { place: TablePlace; shown: VariableNode | undefined }) {
  const { template, data } = useDesign((state) => state.document);
  const { apply, act, editInserted } = useDesignStore();
  const { cell, grid } = place;
  const styles = useElementStyles(cell);
  const fields = useMemo(() => {
    const repeat = repeatOf(grid);
    return repeat ? itemsOf(data, repeat).filter(isField).map(columnFor) : [];
  }, [data, grid]);
  // A head or total has a value of its own, or none.
  const variable = variableOf(template, cell);
  const subject = variableIn(template, place)?.name.split("|")[0]?.trim();
  const isNumeric = fields.some(({ name, align }) => name === subject && align === "right");
  const total = isNumeric ? addTotal(template, place) : undefined;
  const rowRemoval = removeRow(template, place);

  const insert = (side: "left" | "right") => (column: Column | undefined) => {
    const isDone = act(insertColumn(template, place, side, column), `Column added on the ${side}`);
    if (isDone && !column) editInserted("replace");
    // The panel of the new cell takes the place of the one with the button.
    else if (isDone) document.querySelector<HTMLElement>("[data-document]")?.focus();
  };
  return (
    <>
      <Group title="Column">
        <AddColumn label="Add left" fields={fields} onChoose={insert("left")} />
        <AddColumn label="Add right" fields={fields} onChoose={insert("right")} />
        <Wide>
          <IconChoiceField
            styles={{
              ...styles,
              set: (values) => apply(styleColumn(template, place, values), "style of the column"),
            }}
            property="text-align"
            label="Alignment of the column"
            choices={sideAlignments}
          />
        </Wide>
        <Wide>
          <ValidatedField
            label="Width of the column"
            value={widthOf(template, place)}
            placeholder="By content"
            check={(text) =>
              CSS.supports("width", withUnit(text, "mm")) ? undefined : "Use a value such as 30mm or 20%"
            }
            onChange={(text) =>
              apply(
                setColumnWidth(template, place, text === "" ? undefined : withUnit(text, "mm")),
                "width of the column",
              )
            }
          />
        </Wide>
        {total ? (
          <Wide>
            <Action onClick={() => act(total, "Total added")}>Add a total below</Action>
          </Wide>
        ) : null}
      </Group>
      {isPlainRow(place) || rowRemoval ? (
        <RowGroup
          onAdd={isPlainRow(place) ? (side) => act(insertRow(template, place, side), `Row added ${side}`) : undefined}
          onDelete={rowRemoval && (() => act(rowRemoval, "Row deleted"))}
        />
      ) : null}
      {variable && variable !== shown ? <VariablePanel variable={variable} within={cell} /> : null}
    </>
  );
}

/** The row itself: what can be added beside it, and its deletion. */
export function RowPanel({ row }: { row: ElementNode }) {
  const { template } = useDesign((state) => state.document);
  const { act } = useDesignStore();
  const cell = row.children.find((child): child is ElementNode => child.kind === "element" && isCell(child));
  const place = cell && placeOf(template, cell);
  const removal = place && removeRow(template, place);
  if (!place || !(isPlainRow(place) || removal)) return null;
  const add = (side: "above" | "below") => {
    const edit = insertRow(template, place, side);
    act(edit && makeEdit(template, edit.changes, row), `Row added ${side}`);
  };
  return (
    <RowGroup onAdd={isPlainRow(place) ? add : undefined} onDelete={removal && (() => act(removal, "Row deleted"))} />
  );
}

type RowGroupProps = {
  onAdd: ((side: "above" | "below") => void) | undefined;
  onDelete: (() => void) | undefined;
};

function RowGroup({ onAdd, onDelete }: RowGroupProps) {
  return (
    <Group title="Row">
      {onAdd ? (
        <>
          <Action onClick={() => onAdd("above")}>Add above</Action>
          <Action onClick={() => onAdd("below")}>Add below</Action>
        </>
      ) : null}
      {onDelete ? (
        <Wide>
          <Action onClick={onDelete}>Delete the row</Action>
        </Wide>
      ) : null}
    </Group>
  );
}

function Action({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <Button variant="default" size="compact-sm" fullWidth onClick={onClick}>
      {children}
    </Button>
  );
}

type AddColumnProps = {
  label: string;
  fields: readonly Column[];
  onChoose: (column: Column | undefined) => void;
};

/** The button for a new column: of a field of the list, or empty. Without a list it asks for nothing. */
function AddColumn({ label, fields, onChoose }: AddColumnProps) {
  if (fields.length === 0) return <Action onClick={() => onChoose(undefined)}>{label}</Action>;
  return (
    <Menu position="bottom-start" width={220} returnFocus>
      <Menu.Target>
        <Button variant="default" size="compact-sm" fullWidth>
          {label}
        </Button>
      </Menu.Target>
      <Menu.Dropdown style={{ maxHeight: "20rem", overflowY: "auto" }}>
        <Menu.Item leftSection={<Columns3 size={13} aria-hidden />} onClick={() => onChoose(undefined)}>
          An empty column
        </Menu.Item>
        <Menu.Label>A field of the list</Menu.Label>
        {fields.map((field) => (
          <Menu.Item key={field.name} leftSection={<Braces size={13} aria-hidden />} onClick={() => onChoose(field)}>
            {field.name === "." ? field.label : field.name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
