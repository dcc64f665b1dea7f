import { Button } from "@mantine/core";
import type { CalculatedField } from "@platen/contracts";
import { readCalculatedFields } from "@platen/formats";
import type { DataPath } from "@platen/template-source";
import { Pencil, Plus, Sigma, Trash2 } from "lucide-react";
import { RowMenu } from "../../../ui/row-menu.tsx";
import { useDialog } from "../../../ui/use-dialog.ts";
import { useEditor, useEditorState, useSource } from "../../editor-context.ts";
import { keepsTextEditing } from "../text/keeps-text-editing.ts";
import type { TemplateSource } from "../../template-source.ts";
import { useDesign, useDesignStore } from "../design-context.ts";
import { CalculatedFieldDialog } from "./calculated-field-dialog.tsx";
import { DeleteFieldDialog } from "./delete-field-dialog.tsx";
import { fieldType } from "./dragged-field.ts";
import classes from "./fields-panel.module.css";
import { mistakeText } from "./mistake-text.ts";

type CalculatedFieldsProps = {
  /** The paths of the data, with those of the calculated fields. */
  paths: readonly DataPath[];
  /** The text that is searched for, in lower case. */
  wanted: string;
  onInsert: (path: DataPath) => void;
  onDrag: () => void;
};

/** Changes the calculated fields of the source. Without any, the settings do not have them. */
function useChangeFields(): (
  fields: readonly CalculatedField[],
  done: string,
  others?: Partial<TemplateSource>,
) => void {
  const { change } = useEditor();
  const { settings } = useSource();
  const { announce } = useDesignStore();
  return (fields, done, changes = {}) => {
    const { calculated: _before, ...others } = changes.settings ?? settings;
    change({ ...changes, settings: fields.length === 0 ? others : { ...others, calculated: [...fields] } });
    announce(done);
  };
}

/** Why each field is wrong or has no value, by its name. */
function useNotes(fields: readonly CalculatedField[]): ReadonlyMap<string, string> {
  const notes = useEditorState((state) => state.dataSet.calculated?.notes);
  const mistakes = readCalculatedFields(fields).mistakes.map((mistake) => {
    const field = fields[mistake.index];
    return [field?.name ?? "", mistakeText(field?.[mistake.part] ?? "", mistake)] as const;
  });
  return new Map([...(notes ?? []), ...mistakes]);
}

/** The calculated fields with their values. A click or a drag inserts one as a field. */
export function CalculatedFields({ paths, wanted, onInsert, onDrag }: CalculatedFieldsProps) {
  const { calculated: fields = [] } = useSource().settings;
  const { mayEdit } = useDesign((state) => state.document);
  const changeFields = useChangeFields();
  const notes = useNotes(fields);
  const editing = useDialog<number>();
  const deletion = useDialog<number>();
  const shown = fields
    .map((field, index) => ({ ...field, index, path: paths.find(({ name }) => name === field.name) }))
    .filter(({ name, formula }) => `${name} ${formula}`.toLowerCase().includes(wanted));
  const changed = editing.subject ?? fields.length;
  const deleted = deletion.subject === undefined ? undefined : fields[deletion.subject];

  return (
    <section aria-label="Calculated fields">
      <header className={classes["head"]}>
        <h3 className={classes["title"]}>Calculated</h3>
        {mayEdit ? (
          <Button
            size="compact-xs"
            variant="default"
            leftSection={<Plus size={13} aria-hidden />}
            aria-label="Add calculated field"
            onClick={() => editing.open(fields.length)}
          >
            Add
          </Button>
        ) : null}
      </header>
      {shown.length === 0 ? (
        <p className={classes["empty"]}>
          {wanted === ""
            ? "Nothing yet. Add a subtotal, the tax on it, or a total."
            : "No calculated field has this name."}
        </p>
      ) : null}
      <ul className={classes["branch"]}>
        {shown.map(({ name, formula, index, path }) => (
          <li key={name}>
            <div className={classes["calculated"]}>
              <button
                type="button"
                className={classes["row"]}
                title={`Insert ${name} as a field: ${formula}`}
                {...{ [keepsTextEditing]: "" }}
                draggable
                disabled={!path}
                onDragStart={({ dataTransfer }) => {
                  onDrag();
                  dataTransfer.effectAllowed = "copy";
                  dataTransfer.setData(fieldType, name);
                }}
                onClick={({ detail }) => path && detail < 2 && onInsert(path)}
              >
                <Sigma size={13} aria-hidden />
                <span className={classes["name"]}>{name}</span>
                <span className={classes["example"]}>{path?.example}</span>
              </button>
              {mayEdit ? (
                <RowMenu
                  name={name}
                  actions={[
                    { label: "Edit", icon: Pencil, onSelect: () => editing.open(index) },
                    {
                      label: "Delete",
                      icon: Trash2,
                      isDanger: true,
                      onSelect: () => deletion.open(index),
                    },
                  ]}
                />
              ) : null}
            </div>
            <code className={classes["formula"]}>{formula}</code>
            {notes.has(name) ? <p className={classes["note"]}>{notes.get(name)}</p> : null}
          </li>
        ))}
      </ul>
      <CalculatedFieldDialog
        {...editing.props}
        fields={fields}
        index={changed}
        paths={paths}
        onSave={(field, renamed) => {
          const done = `Calculated field ${field.name} ${changed < fields.length ? "changed" : "added"}`;
          changeFields((renamed?.settings?.calculated ?? fields).toSpliced(changed, 1, field), done, renamed);
        }}
      />
      <DeleteFieldDialog
        {...deletion.props}
        deletion={
          deleted && {
            path: [deleted.name],
            onDelete: () =>
              changeFields(fields.toSpliced(deletion.subject ?? 0, 1), `Calculated field ${deleted.name} deleted`),
          }
        }
      />
    </section>
  );
}
