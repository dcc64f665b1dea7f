import type { Asset } from "@platen/contracts";
import { useEffect, useRef } from "react";
import { problemMessage } from "../../../api/problem-message.ts";
import { examine, type Candidate } from "../../../library/assets/candidate.ts";
import { usePictureUpload } from "../../../library/assets/use-picture-upload.ts";
import { toast } from "../../../ui/toast.ts";
import { useDialog, type DialogState } from "../../../ui/use-dialog.ts";
import { useInsert } from "../palette/use-insert.ts";

/** Whether a file becomes a picture on the page without a question. */
function isSimplePicture({ kind, mistake, smaller }: Candidate): boolean {
  return kind === "picture" && mistake === undefined && smaller === undefined;
}

/**
 * Takes files that are dropped on the canvas or pasted into it: uploads them, and inserts the pictures after what is
 * selected. `asking` is the dialog for files that need an answer, such as a picture that is too large.
 */
export function useDroppedFiles(): {
  take: (files: readonly File[]) => void;
  asking: DialogState<readonly File[]>;
  onUploaded: (assets: readonly Asset[]) => void;
} {
  const insert = useInsert();
  const upload = usePictureUpload();
  const asking = useDialog<readonly File[]>();
  // Uploading takes a while, and the template may have changed by then.
  const latest = useRef(insert);
  useEffect(() => {
    latest.current = insert;
  });

  function onUploaded(assets: readonly Asset[]): void {
    latest.current.pictures(assets.filter(({ kind }) => kind === "picture"));
    const others = assets.filter(({ kind }) => kind !== "picture").map(({ name }) => name);
    if (others.length > 0) toast(`Uploaded: ${others.join(", ")}.`);
  }

  async function takeAll(files: readonly File[]): Promise<void> {
    const candidates = await Promise.all(files.map(examine));
    const questions = candidates.filter((candidate) => !isSimplePicture(candidate)).map(({ file }) => file);
    if (questions.length > 0) asking.open(questions);
    const assets: Asset[] = [];
    for (const candidate of candidates.filter(isSimplePicture)) {
      try {
        assets.push(await upload(candidate, false));
      } catch (error) {
        toast(`“${candidate.file.name}” was not uploaded. ${problemMessage(error)}`);
      }
    }
    latest.current.pictures(assets);
  }

  return { take: (files) => void takeAll(files), asking, onUploaded };
}
