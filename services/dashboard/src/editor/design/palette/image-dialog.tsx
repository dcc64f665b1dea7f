import { Button, FileInput, NativeSelect, TextInput } from "@mantine/core";
import { useState, type SyntheticEvent } from "react";
import { Dialog, DialogButtons } from "../../../ui/dialog.tsx";
import type { DataPath } from "../source/data-paths.ts";
import { readPicture } from "./read-picture.ts";

type ImageDialogProps = {
  isOpen: boolean;
  onClose: () => void;
  /** The values that may hold a picture's URL. */
  texts: readonly DataPath[];
  onInsert: (picture: { source: string; alt: string } | { path: DataPath; alt: string }) => void;
};

function ImageForm({ onClose, texts, onInsert }: Omit<ImageDialogProps, "isOpen">) {
  const [url, setUrl] = useState<string>();
  const [file, setFile] = useState<File | null>(null);
  const [variable, setVariable] = useState("");
  const [alt, setAlt] = useState("");
  const [problem, setProblem] = useState<string>();

  async function take(chosen: File | null): Promise<void> {
    setFile(chosen);
    const read = chosen ? await readPicture(chosen) : {};
    setUrl(read.url);
    setProblem(read.problem);
  }

  function submit(event: SyntheticEvent): void {
    event.preventDefault();
    const path = texts.find((text) => text.path.join(".") === variable);
    if (path) onInsert({ path, alt });
    else if (url !== undefined) onInsert({ source: url, alt });
    else {
      setProblem(problem ?? "Choose a file, or a data value that holds the picture.");
      return;
    }
    onClose();
  }

  return (
    <form onSubmit={submit}>
      <FileInput
        label="File"
        description="The file becomes part of the template. It can be 500 kB at most."
        placeholder="Choose a picture"
        accept="image/*"
        clearable
        clearButtonProps={{ "aria-label": "Remove the file" }}
        disabled={variable !== ""}
        value={file}
        error={problem}
        onChange={(chosen) => void take(chosen)}
        data-autofocus
      />
      <NativeSelect
        mt="sm"
        label="Or from the data"
        description="A value that holds a data: URL, for a different picture in each document."
        value={variable}
        onChange={({ currentTarget }) => {
          setVariable(currentTarget.value);
          setProblem(undefined);
        }}
        data={[
          { value: "", label: "Use the file" },
          ...texts.map(({ path }) => ({ value: path.join("."), label: path.join(".") })),
        ]}
      />
      <TextInput
        mt="sm"
        label="Alternative text"
        description="Screen readers read it out. Leave it empty for a decorative picture."
        value={alt}
        onChange={({ currentTarget }) => setAlt(currentTarget.value)}
      />
      <DialogButtons>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit">Insert picture</Button>
      </DialogButtons>
    </form>
  );
}

/** Asks for a picture: a file, or a value of the data. */
export function ImageDialog({ isOpen, ...form }: ImageDialogProps) {
  return (
    <Dialog title="Insert a picture" isOpen={isOpen} onClose={form.onClose}>
      <ImageForm {...form} />
    </Dialog>
  );
}
