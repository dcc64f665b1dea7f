import { NameDialog } from "../../components/dialogs/name-dialog.tsx";
import type { DataSet } from "../template-source.ts";

type DataSetNameDialogProps = {
  mode: "new" | "copy" | "rename";
  isOpen: boolean;
  onClose: () => void;
  initialName: string;
  /** The data sets whose names are taken. */
  taken: readonly DataSet[];
  onName: (name: string) => void;
};

const labels = {
  new: { title: "New data set", submit: "Add data set" },
  copy: { title: "Duplicate data set", submit: "Duplicate" },
  rename: { title: "Rename data set", submit: "Rename" },
} as const;

const longestName = 100;

function mistakeIn(name: string, taken: readonly DataSet[]): string | undefined {
  if (name === "") return "Must not be empty.";
  if (name.length > longestName) return `Must have at most ${longestName} characters.`;
  return taken.some((set) => set.name === name) ? "Another data set has this name." : undefined;
}

/** Asks for a data set's name, which must be unique in its template. */
export function DataSetNameDialog({ mode, taken, onName, ...dialog }: DataSetNameDialogProps) {
  return (
    <NameDialog
      {...dialog}
      {...labels[mode]}
      check={(name) => mistakeIn(name.trim(), taken)}
      send={async (name) => name.trim()}
      onDone={onName}
    />
  );
}
