import { mayUseSnippets } from "@platen/library";
import { useState, type SyntheticEvent } from "react";
import { FormButtons } from "../../../components/form/form-buttons.tsx";
import { SampleCards } from "../../../forms/create-template-dialog.tsx";
import type { Sample } from "../../../forms/samples.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import classes from "./canvas.module.css";

/** Whether a sample needs nothing but its own source: no snippet and no asset, which only a new template brings along. */
const isWhole = ({ html, css }: Sample) => !mayUseSnippets(html) && !`${html}${css}`.includes("asset:");

type SampleDialogProps = { isOpen: boolean; onClose: () => void; onBegin: (sample: Sample) => void };

function SampleForm({ onClose, onBegin }: Omit<SampleDialogProps, "isOpen">) {
  const [chosen, setChosen] = useState<Sample>();
  function submit(event: SyntheticEvent): void {
    event.preventDefault();
    if (!chosen) return;
    onClose();
    onBegin(chosen);
  }
  return (
    <form onSubmit={submit}>
      <div className={classes["samples"]}>
        <SampleCards chosen={chosen} onChoose={setChosen} isOffered={isWhole} />
      </div>
      <div className={classes["samplesEnd"]}>
        <FormButtons submit="Start from this sample" isPending={false} onCancel={onClose} />
      </div>
    </form>
  );
}

/** Offers the samples to begin a template with. */
export function SampleDialog({ isOpen, ...form }: SampleDialogProps) {
  return (
    <Dialog title="Start from a sample" isOpen={isOpen} onClose={form.onClose} size="xl">
      <SampleForm {...form} />
    </Dialog>
  );
}
