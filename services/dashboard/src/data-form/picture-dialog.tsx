import { Button } from "@mantine/core";
import type { Asset } from "@platen/contracts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { problemMessage } from "../api/problem-message.ts";
import { useProject } from "../components/project-context.ts";
import { assetBytesQuery } from "../library/assets/asset-bytes.ts";
import { FilePicture, LibraryPictures, type ChosenPicture } from "../library/assets/picture-choice.tsx";
import { Dialog, DialogButtons } from "../ui/dialog.tsx";
import { Notice } from "../ui/notice.tsx";
import { pictureData } from "./picture-data.ts";

type PictureDialogProps = {
  label: string;
  isOpen: boolean;
  onClose: () => void;
  onChoose: (value: string) => void;
};

function Choice({ onClose, onChoose }: Pick<PictureDialogProps, "onClose" | "onChoose">) {
  const { projectId } = useProject();
  const queryClient = useQueryClient();
  const [chosen, setChosen] = useState<ChosenPicture>();
  const taking = useMutation({
    mutationFn: async (picture: ChosenPicture) => {
      if (!("asset" in picture)) return pictureData(picture.candidate.file, picture.candidate.file.name);
      const bytes: Blob = await queryClient.fetchQuery(assetBytesQuery(projectId, picture.asset));
      return pictureData(bytes, picture.asset.name);
    },
    onSuccess: (taken) => {
      if ("mistake" in taken) return;
      onChoose(taken.value);
      onClose();
    },
  });
  const choose = (picture: ChosenPicture | undefined) => {
    setChosen(picture);
    taking.reset();
  };
  const asset: Asset | undefined = chosen && "asset" in chosen ? chosen.asset : undefined;
  const mistake = taking.data && "mistake" in taking.data ? taking.data.mistake : undefined;
  return (
    <>
      {taking.error ? <Notice kind="failure">{problemMessage(taking.error)}</Notice> : null}
      <LibraryPictures chosen={asset} onChoose={(next) => choose({ asset: next })} />
      <FilePicture
        label="File"
        problem={mistake}
        onChoose={(picture) => {
          if (picture || asset === undefined) choose(picture);
        }}
      />
      <DialogButtons>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button
          disabled={!chosen}
          loading={taking.isPending}
          onClick={() => (chosen ? taking.mutate(chosen) : undefined)}
        >
          Use picture
        </Button>
      </DialogButtons>
    </>
  );
}

/** Asks for a picture of the project or a file. The data get its bytes, because documents load nothing from the web. */
export function PictureDialog({ label, isOpen, onClose, onChoose }: PictureDialogProps) {
  return (
    <Dialog title={`Picture: ${label}`} isOpen={isOpen} onClose={onClose} size="lg">
      <Choice onClose={onClose} onChoose={onChoose} />
    </Dialog>
  );
}
