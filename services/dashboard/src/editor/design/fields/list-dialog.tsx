import { Button } from "@mantine/core";
import { DataForm } from "../../../data-form/data-form.tsx";
import { valueAt, withValue } from "../../../data-form/form-fields.ts";
import { Dialog, DialogButtons } from "../../../ui/dialog.tsx";
import { useChangeData } from "../../data/use-change-data.ts";
import { useEditorState } from "../../editor-context.ts";

type ListFormProps = { path: readonly string[]; onClose: () => void };

function ListForm({ path, onClose }: ListFormProps) {
  const { value = {} } = useEditorState((state) => state.dataSet);
  const changeData = useChangeData();
  const name = path.at(-1) ?? "";
  const list = { [name]: valueAt(value, path) };
  return (
    <>
      <DataForm
        example={list}
        value={list}
        // Of data that are an object, the change is one.
        onChange={(next) => changeData(withValue(value, path, next[name]) as Record<string, unknown>)}
      />
      <DialogButtons>
        <Button onClick={onClose}>Done</Button>
      </DialogButtons>
    </>
  );
}

/** The items of a list as rows of a sheet. Each change takes effect at once. */
export function ListDialog({
  path,
  ...dialog
}: {
  path: readonly string[] | undefined;
  isOpen: boolean;
  onClose: () => void;
}) {
  return (
    <Dialog title={`Rows of ${path?.at(-1) ?? ""}`} size="xl" {...dialog}>
      {path ? <ListForm path={path} onClose={dialog.onClose} /> : null}
    </Dialog>
  );
}
