import { Textarea } from "@mantine/core";
import { useState } from "react";
import { FormButtons } from "../../components/form/form-buttons.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { useTakeData } from "./use-take-data.ts";

function PasteForm({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState("");
  const [mistake, setMistake] = useState<string>();
  const take = useTakeData();

  function use(pasted: string): void {
    const found = take(pasted);
    setMistake(found);
    if (found === undefined) onClose();
  }

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        use(text);
      }}
    >
      <Textarea
        label="Data of one document"
        description="Paste it, for example from an answer of your own service. The names in it become the fields to insert."
        placeholder={'{ "number": "2031", "lines": [ … ] }'}
        rows={9}
        spellCheck={false}
        data-autofocus
        error={mistake}
        value={text}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value);
          setMistake(undefined);
        }}
        onPaste={(event) => {
          const { selectionStart, selectionEnd, value } = event.currentTarget;
          // Pasted over nothing, it is complete.
          if (selectionStart !== 0 || selectionEnd !== value.length) return;
          event.preventDefault();
          const pasted = event.clipboardData.getData("text/plain");
          // A text area of millions of characters would be slow.
          setText(pasted.slice(0, 100_000));
          use(pasted);
        }}
      />
      <FormButtons submit="Use this data" isPending={false} onCancel={onClose} />
    </form>
  );
}

/** Takes sample data that the author pastes. */
export function PasteDataDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Dialog title="Paste sample data" isOpen={isOpen} onClose={onClose} size="lg">
      <PasteForm onClose={onClose} />
    </Dialog>
  );
}
