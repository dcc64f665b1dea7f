import { Button, TextInput } from "@mantine/core";
import { Pencil, Plus, Search, Table, Trash2 } from "lucide-react";
import { useMemo, useState } from "react";
import { RowMenu, type RowActions } from "../../../ui/row-menu.tsx";
import { useDialog } from "../../../ui/use-dialog.ts";
import { useEditorState, useSource } from "../../editor-context.ts";
import { useDesign, useDesignStore } from "../design-context.ts";
import { useInsertPath } from "../palette/use-insert-path.ts";
import { type DataPath, pathsOf } from "@platen/template-source";
import { keepsTextEditing } from "../text/keeps-text-editing.ts";
import { AddFieldDialog } from "./add-field-dialog.tsx";
import { CalculatedFields } from "./calculated-fields.tsx";
import { DeleteFieldDialog } from "./delete-field-dialog.tsx";
import { fieldType } from "./dragged-field.ts";
import { ListDialog } from "./list-dialog.tsx";
import { RenameFieldDialog } from "./rename-field-dialog.tsx";
import { SampleValue } from "./sample-value.tsx";
import classes from "./fields-panel.module.css";
import { fieldKinds, kindOf } from "../../../components/fields/field-kinds.ts";
import { isPicture } from "../../../components/fields/is-picture.ts";

/** The paths whose names or values hold a text, and those around them. */
function matching(paths: readonly DataPath[], text: string): DataPath[] {
  return paths.flatMap((path) => {
    const children = matching(path.children, text);
    const isFound = `${path.name} ${path.example}`.toLowerCase().includes(text);
    return isFound || children.length > 0 ? [{ ...path, children: isFound ? path.children : children }] : [];
  });
}

/** What a click on a path does. */
function actionOf(path: DataPath): string {
  const name = path.path.filter((step) => step !== "*").join(".");
  if (isPicture(path.value)) return `Insert ${name} as a picture`;
  return `Insert ${name} as a ${path.kind === "list" ? "table" : "field"}: ${path.example}`;
}

type BranchProps = {
  paths: readonly DataPath[];
  onInsert: (path: DataPath) => void;
  /** Ends the editing of a text, which would take the drop itself. */
  onDrag: () => void;
  /** The actions of a field; undefined where the data cannot be changed. */
  actionsOf: ((path: DataPath) => RowActions) | undefined;
};

function Branch({ paths, ...rest }: BranchProps) {
  const { onInsert, onDrag, actionsOf } = rest;
  return (
    <ul className={classes["branch"]}>
      {paths.map((path) => {
        const label = path.name === "*" ? "Item" : path.name;
        const { icon: Icon } = fieldKinds[kindOf(path.value, label)];
        const content = (
          <>
            <Icon size={13} aria-hidden />
            <span className={classes["name"]}>{label}</span>
            {actionsOf ? null : (
              <span className={classes["example"]}>{isPicture(path.value) ? "picture" : path.example}</span>
            )}
          </>
        );
        return (
          <li key={path.path.join("\n")}>
            <div className={classes["line"]}>
              {path.kind === "object" ? (
                <span className={classes["row"]}>{content}</span>
              ) : (
                <button
                  type="button"
                  className={classes["row"]}
                  title={actionOf(path)}
                  // A value goes to the caret of the text that is being edited; other elements end the editing.
                  {...(path.kind === "list" || isPicture(path.value) ? {} : { [keepsTextEditing]: "" })}
                  draggable
                  onDragStart={({ dataTransfer }) => {
                    onDrag();
                    dataTransfer.effectAllowed = "copy";
                    dataTransfer.setData(fieldType, path.path.join("\n"));
                  }}
                  // The second click of a double click would insert it twice.
                  onClick={({ detail }) => detail < 2 && onInsert(path)}
                >
                  {content}
                </button>
              )}
              {actionsOf ? <SampleValue path={path} label={label} /> : null}
              {actionsOf && path.name !== "*" ? (
                <span className={classes["menu"]}>
                  <RowMenu name={path.path.filter((step) => step !== "*").join(".")} actions={actionsOf(path)} />
                </span>
              ) : null}
            </div>
            {path.children.length > 0 ? <Branch paths={path.children} {...rest} /> : null}
          </li>
        );
      })}
    </ul>
  );
}

/** The data set as a tree. A click or a drag inserts a value as a field, a list as a table, a picture as a picture. */
export function FieldsPanel() {
  const { data, mayEdit } = useDesign((state) => state.document);
  const { endTextEditing } = useDesignStore();
  const dataSet = useEditorState((state) => state.dataSet);
  const insertPath = useInsertPath();
  const [text, setText] = useState("");
  const adding = useDialog();
  const renaming = useDialog<readonly string[]>();
  const deletion = useDialog<readonly string[]>();
  const rows = useDialog<readonly string[]>();
  const { settings, dataSets } = useSource();
  const { calculated = [] } = settings;
  // A data set that is only lent is not the template's.
  const mayChange = mayEdit && dataSet.index < dataSets.length;
  const names = new Set(calculated.map(({ name }) => name));
  const all = useMemo(() => pathsOf(data), [data]);
  const paths = all.filter(({ name }) => !names.has(name));
  const wanted = text.trim().toLowerCase();
  const shown = wanted === "" ? paths : matching(paths, wanted);
  const actionsOf = ({ path, kind }: DataPath): RowActions => [
    // Each item of a list around it has a list of its own.
    kind === "list" && !path.includes("*")
      ? { label: "Edit the rows", icon: Table, onSelect: () => rows.open(path) }
      : undefined,
    { label: "Rename", icon: Pencil, onSelect: () => renaming.open(path) },
    { label: "Delete", icon: Trash2, isDanger: true, onSelect: () => deletion.open(path) },
  ];
  return (
    <aside className={classes["panel"]} aria-label="Fields">
      <header className={classes["head"]}>
        <h2 className={classes["title"]}>Fields</h2>
        <span className={classes["set"]}>{dataSet.name}</span>
      </header>
      <div className={classes["tools"]}>
        <TextInput
          size="xs"
          aria-label="Search the fields"
          placeholder="Search"
          leftSection={<Search size={13} aria-hidden />}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
        {mayChange ? (
          <Button
            size="compact-xs"
            variant="default"
            leftSection={<Plus size={13} aria-hidden />}
            onClick={() => adding.open(true)}
          >
            Add field
          </Button>
        ) : null}
      </div>
      {shown.length === 0 ? (
        <p className={classes["empty"]}>{wanted === "" ? "The data has no fields yet." : "No field has this name."}</p>
      ) : (
        <Branch
          paths={shown}
          onInsert={insertPath}
          onDrag={endTextEditing}
          actionsOf={mayChange ? actionsOf : undefined}
        />
      )}
      <CalculatedFields paths={all} wanted={wanted} onInsert={insertPath} onDrag={endTextEditing} />
      <AddFieldDialog {...adding.props} paths={paths} />
      <ListDialog {...rows.props} path={rows.subject} />
      <RenameFieldDialog {...renaming.props} path={renaming.subject} />
      <DeleteFieldDialog {...deletion.props} deletion={deletion.subject && { path: deletion.subject }} />
    </aside>
  );
}
