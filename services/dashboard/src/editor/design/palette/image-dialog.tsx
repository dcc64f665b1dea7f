import { NativeSelect, TextInput } from "@mantine/core";
import type { Asset } from "@platen/contracts";
import { useState, type SyntheticEvent } from "react";
import { problemMessage } from "../../../api/problem-message.ts";
import { FilePicture, LibraryPictures, type ChosenPicture } from "../../../library/assets/picture-choice.tsx";
import { usePictureUpload } from "../../../library/assets/use-picture-upload.ts";
import { FormButtons } from "../../../components/form/form-buttons.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import type { DataPath } from "@platen/template-source";

type ImageDialogProps = {
  isOpen: boolean;
  onClose: () => void;
  /** The values that may hold a picture's URL. */
  texts: readonly DataPath[];
  onInsert: (picture: { asset: Asset; alt: string } | { path: DataPath; alt: string }) => void;
};

function ImageForm({ onClose, texts, onInsert }: Omit<ImageDialogProps, "isOpen">) {
  const [chosen, setChosen] = useState<ChosenPicture>();
  const [variable, setVariable] = useState("");
  const [alt, setAlt] = useState("");
  const [problem, setProblem] = useState<string>();
  const [isUploading, setIsUploading] = useState(false);
  const upload = usePictureUpload();

  function choose(picture: ChosenPicture | undefined): void {
    setChosen(picture);
    setProblem(undefined);
  }

  async function submit(event: SyntheticEvent): Promise<void> {
    event.preventDefault();
    if (isUploading) return;
    const path = texts.find((text) => text.path.join(".") === variable);
    if (path) onInsert({ path, alt });
    else if (!chosen) {
      setProblem("Choose a picture of the library, a file, or a data value that holds the picture.");
      return;
    } else if ("asset" in chosen) onInsert({ asset: chosen.asset, alt });
    else {
      setIsUploading(true);
      try {
        onInsert({ asset: await upload(chosen.candidate, chosen.isScaled), alt });
      } catch (error) {
        setProblem(problemMessage(error));
        return;
      } finally {
        setIsUploading(false);
      }
    }
    onClose();
  }

  return (
    <form onSubmit={(event) => void submit(event)}>
      <LibraryPictures
        chosen={chosen && "asset" in chosen ? chosen.asset : undefined}
        onChoose={(asset) => choose({ asset })}
      />
      <FilePicture
        label="File"
        isDisabled={variable !== ""}
        problem={problem}
        onChoose={(picture) => {
          if (picture || (chosen && "candidate" in chosen)) choose(picture);
        }}
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
          { value: "", label: "Use the picture above" },
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
      <FormButtons submit="Insert picture" isPending={isUploading} onCancel={onClose} />
    </form>
  );
}

/** Asks for a picture: one of the library, a file, which goes into the library, or a value of the data. */
export function ImageDialog({ isOpen, ...form }: ImageDialogProps) {
  return (
    <Dialog title="Insert a picture" isOpen={isOpen} onClose={form.onClose} size="lg">
      <ImageForm {...form} />
    </Dialog>
  );
}
