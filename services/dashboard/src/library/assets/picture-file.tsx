import { FileInput } from "@mantine/core";
import type { Asset } from "@platen/contracts";
import { useState } from "react";
import { problemMessage } from "../../api/problem-message.ts";
import { acceptedPictures } from "./asset-file.ts";
import { examine } from "./candidate.ts";
import { usePictureUpload } from "./use-picture-upload.ts";

type PictureFileProps = { size?: "xs" | "sm"; placeholder: string; onAsset: (asset: Asset) => void };

/** The field for a file that goes into the library as a picture, scaled down if it is too large. */
export function PictureFile({ size = "sm", placeholder, onAsset }: PictureFileProps) {
  const upload = usePictureUpload();
  const [problem, setProblem] = useState<string>();
  const [isUploading, setIsUploading] = useState(false);

  async function take(file: File | null): Promise<void> {
    if (!file) return;
    setIsUploading(true);
    try {
      const candidate = await examine(file);
      setProblem(candidate.mistake);
      if (candidate.mistake === undefined) onAsset(await upload(candidate, candidate.smaller !== undefined));
    } catch (error) {
      setProblem(problemMessage(error));
    } finally {
      setIsUploading(false);
    }
  }

  return (
    <FileInput
      size={size}
      label="File"
      placeholder={isUploading ? "Uploading…" : placeholder}
      accept={acceptedPictures}
      disabled={isUploading}
      value={null}
      error={problem}
      onChange={(file) => void take(file)}
    />
  );
}
