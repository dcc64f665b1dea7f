import { Copy, Pencil, Plus, Trash2 } from "lucide-react";
import { ConfirmDialog } from "../../components/dialogs/confirm-dialog.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { RowMenu } from "../../ui/row-menu.tsx";
import { useDialog } from "../../ui/use-dialog.ts";
import { TextTabs } from "../code/text-tabs.tsx";
import { useEditor, useEditorState, useSource } from "../editor-context.ts";
import type { DataSet } from "../template-source.ts";
import { DataSetNameDialog } from "./data-set-name-dialog.tsx";

const mostSets = 20;

/** The data sets as tabs, with their actions. */
export function DataSetBar() {
  const { change, mayEdit, selectDataSet } = useEditor();
  const source = useSource();
  const dataSet = useEditorState((state) => state.dataSet);
  const lent = useEditorState((state) => state.lent);
  const { dataSets } = source;
  const { index, name } = dataSet;
  const naming = useDialog<"new" | "copy" | "rename">();
  const deletion = useDialog();
  const mayAdd = dataSets.length < mostSets;

  function setName(given: string): void {
    const current = dataSets[index];
    if (!current) return;
    if (naming.subject === "rename") {
      change({ dataSets: dataSets.with(index, { ...current, name: given }) });
      return;
    }
    const added: DataSet = { name: given, json: naming.subject === "copy" ? current.json : "{\n  \n}\n" };
    change({ dataSets: [...dataSets, added] });
    selectDataSet(dataSets.length);
  }

  return (
    <>
      <TextTabs
        label="Data sets"
        tabs={[...dataSets, ...(lent ? [lent] : [])].map((set, position) => ({
          id: String(position),
          label: set.name,
        }))}
        selected={String(index)}
        onSelect={(id) => selectDataSet(Number(id))}
      >
        {mayEdit ? (
          <>
            {mayAdd ? <IconButton label="New data set" icon={Plus} onClick={() => naming.open("new")} /> : null}
            <span style={{ flex: 1 }} />
            {index < dataSets.length ? (
              <RowMenu
                name={`data set ${name}`}
                actions={[
                  { label: "Rename", icon: Pencil, onSelect: () => naming.open("rename") },
                  ...(mayAdd ? [{ label: "Duplicate", icon: Copy, onSelect: () => naming.open("copy") }] : []),
                  ...(dataSets.length > 1
                    ? [{ label: "Delete", icon: Trash2, isDanger: true, onSelect: () => deletion.open(true) }]
                    : []),
                ]}
              />
            ) : null}
          </>
        ) : null}
      </TextTabs>
      <DataSetNameDialog
        mode={naming.subject ?? "new"}
        {...naming.props}
        initialName={naming.subject === "new" ? "" : naming.subject === "copy" ? `${name} copy` : name}
        taken={dataSets.filter((_set, position) => naming.subject !== "rename" || position !== index)}
        onName={setName}
      />
      <ConfirmDialog
        title={`Delete “${name}”?`}
        confirmLabel="Delete data set"
        {...deletion.props}
        onConfirm={async () => change({ dataSets: dataSets.filter((_set, position) => position !== index) })}
        onDone={() => selectDataSet(Math.max(0, index - 1))}
      >
        <p>The next save deletes the data set. Until you leave the editor, Undo brings it back.</p>
      </ConfirmDialog>
    </>
  );
}
