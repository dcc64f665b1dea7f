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
  isField,
  isPlainRow,
  itemsOf,
  placeOf,
  removeRow,
  repeatOf,
  setColumnWidth,
  styleColumn,
  type TablePlace,
  variableIn,
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
  const { apply, act } = useDesignStore();
  const { cell, grid } = place;
  const styles = useElementStyles(cell);
  const fields = useMemo(() => {
    const repeat = repeatOf(grid);
    return repeat ? itemsOf(data, repeat).filter(isField).map(columnFor) : [];
  }, [data, grid]);
  const variable = variableIn(template, place);
  const subject = variable?.name.split("|")[0]?.trim();
  const isNumeric = fields.some(({ name, align }) => name === subject && align === "right");
  const total = isNumeric ? addTotal(template, place) : undefined;
  const rowRemoval = removeRow(template, place);

  const insert = (side: "left" | "right") => (column: Column | undefined) =>
    act(insertColumn(template, place, side, column), `Column added on the ${side}`);
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
        <Group title="Row">
          {isPlainRow(place) ? (
            <>
              <Action onClick={() => act(insertRow(template, place, "above"), "Row added above")}>Add above</Action>
              <Action onClick={() => act(insertRow(template, place, "below"), "Row added below")}>Add below</Action>
            </>
          ) : null}
          {rowRemoval ? (
            <Wide>
              <Action onClick={() => act(rowRemoval, "Row deleted")}>Delete the row</Action>
            </Wide>
          ) : null}
        </Group>
      ) : null}
      {variable && variable !== shown ? <VariablePanel variable={variable} within={cell} /> : null}
    </>
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
