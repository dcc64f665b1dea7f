import { Button, FileButton } from "@mantine/core";
import { FileUp } from "lucide-react";
import { useRef } from "react";

type FileChoiceProps = {
  /** The file types of the system's dialog, as the attribute `accept` takes them. */
  accept: string;
  /** Whether a file is chosen already. */
  isChosen: boolean;
  onChoose: (file: File) => void;
};

/** A button that lets the user choose a file to import. */
export function FileChoice({ accept, isChosen, onChoose }: FileChoiceProps) {
  const forgetChoice = useRef<() => void>(null);
  return (
    <FileButton
      resetRef={forgetChoice}
      accept={accept}
      inputProps={{ "aria-label": "File to import" }}
      onChange={(picked) => {
        if (picked) onChoose(picked);
        // Lets the user choose the same file again after fixing it.
        forgetChoice.current?.();
      }}
    >
      {(props) => (
        <Button {...props} data-autofocus variant="default" leftSection={<FileUp size={16} aria-hidden />}>
          {isChosen ? "Choose another file" : "Choose a file"}
        </Button>
      )}
    </FileButton>
  );
}
