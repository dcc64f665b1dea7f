import { SegmentedControl } from "@mantine/core";
import type { DataPath } from "@platen/template-source";
import { useState } from "react";
import { Dialog } from "../../../ui/dialog.tsx";
import classes from "./add-field-dialog.module.css";
import { OneFieldForm } from "./one-field-form.tsx";
import { SeveralFieldsForm } from "./several-fields-form.tsx";
import { placesIn } from "./use-add-fields.ts";

function FieldsForm({ paths, onClose }: { paths: readonly DataPath[]; onClose: () => void }) {
  /** The pasted text of several fields; undefined while fields are added one by one. */
  const [pasted, setPasted] = useState<string>();
  // A field that was added is a place for the next one.
  const places = placesIn(paths);
  return (
    <>
      <SegmentedControl
        fullWidth
        size="xs"
        className={classes["ways"] ?? ""}
        aria-label="How to add fields"
        value={pasted === undefined ? "one" : "several"}
        onChange={(way) => setPasted(way === "one" ? undefined : "")}
        data={[
          { value: "one", label: "One by one" },
          { value: "several", label: "Several at once" },
        ]}
      />
      {pasted === undefined ? (
        <OneFieldForm places={places} onPasteSeveral={setPasted} onClose={onClose} />
      ) : (
        <SeveralFieldsForm places={places} text={pasted} onText={setPasted} onClose={onClose} />
      )}
    </>
  );
}

/** Adds fields with sample values to the data set. */
export function AddFieldDialog({
  isOpen,
  ...form
}: {
  isOpen: boolean;
  onClose: () => void;
  paths: readonly DataPath[];
}) {
  return (
    <Dialog title="Add fields" isOpen={isOpen} onClose={form.onClose} size="lg">
      <FieldsForm {...form} />
    </Dialog>
  );
}
