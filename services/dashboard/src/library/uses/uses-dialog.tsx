import { Button } from "@mantine/core";
import { Dialog, DialogButtons } from "../../ui/dialog.tsx";
import { UsesPanel, type UsesPanelProps } from "./uses-panel.tsx";

type UsesDialogProps = UsesPanelProps & { title: string; isOpen: boolean; onClose: () => void };

/** Shows which templates and snippets use something. */
export function UsesDialog({ title, isOpen, onClose, ...panel }: UsesDialogProps) {
  return (
    <Dialog title={title} isOpen={isOpen} onClose={onClose}>
      <UsesPanel {...panel} />
      <DialogButtons>
        <Button variant="default" onClick={onClose} data-autofocus>
          Close
        </Button>
      </DialogButtons>
    </Dialog>
  );
}
