import { Checkbox, FileInput, TextInput, UnstyledButton } from "@mantine/core";
import type { Asset } from "@platen/contracts";
import { useState } from "react";
import { useLibrary } from "../use-library.ts";
import { objectUrlOf } from "./asset-bytes.ts";
import { acceptedPictures } from "./asset-file.ts";
import { AssetPicture } from "./asset-picture.tsx";
import { examine, mustScale, type Candidate } from "./candidate.ts";
import classes from "./picture-choice.module.css";

/** A picture of the library, or a file to upload first. */
export type ChosenPicture = { asset: Asset } | { candidate: Candidate; isScaled: boolean };

const maxShown = 60;

/** The pictures of the library, to choose one. */
export function LibraryPictures({ chosen, onChoose }: { chosen: Asset | undefined; onChoose: (asset: Asset) => void }) {
  const { assets } = useLibrary();
  const [search, setSearch] = useState("");
  const pictures = assets.filter(({ kind }) => kind === "picture");
  if (pictures.length === 0) return null;
  const found = pictures.filter(({ name }) => name.includes(search.trim().toLowerCase()));
  return (
    <div className={classes["library"]}>
      {pictures.length > 12 ? (
        <TextInput
          size="xs"
          mb="xs"
          aria-label="Search pictures"
          placeholder="Search pictures"
          value={search}
          onChange={({ currentTarget }) => setSearch(currentTarget.value)}
        />
      ) : null}
      <fieldset aria-label="Pictures of the library" className={classes["grid"]}>
        {found.slice(0, maxShown).map((asset) => (
          <UnstyledButton
            key={asset.assetId}
            className={classes["picture"]}
            aria-pressed={asset.assetId === chosen?.assetId}
            title={asset.name}
            onClick={() => onChoose(asset)}
          >
            <AssetPicture asset={asset} />
            <span className={classes["name"]}>{asset.name}</span>
          </UnstyledButton>
        ))}
      </fieldset>
    </div>
  );
}

type FilePictureProps = {
  label: string;
  isDisabled?: boolean;
  problem: string | undefined;
  onChoose: (picture: { candidate: Candidate; isScaled: boolean } | undefined) => void;
};

/** A field for a picture from disk. A large one can be scaled down. */
export function FilePicture({ label, isDisabled = false, problem, onChoose }: FilePictureProps) {
  const [candidate, setCandidate] = useState<Candidate>();
  const [isScaled, setIsScaled] = useState(false);

  async function take(file: File | null): Promise<void> {
    const next = file ? await examine(file) : undefined;
    const isWanted = next?.smaller !== undefined;
    setCandidate(next);
    setIsScaled(isWanted);
    onChoose(next && next.mistake === undefined ? { candidate: next, isScaled: isWanted } : undefined);
  }

  const { smaller } = candidate ?? {};
  return (
    <>
      <FileInput
        label={label}
        placeholder="Choose a picture"
        accept={acceptedPictures}
        clearable
        clearButtonProps={{ "aria-label": "Remove the file" }}
        disabled={isDisabled}
        value={candidate?.file ?? null}
        error={candidate?.mistake ?? problem}
        onChange={(file) => void take(file)}
      />
      {candidate && candidate.mistake === undefined ? (
        // The name above says what it is. Pictures of SVG run no script inside this element, and load nothing.
        <img className={classes["thumbnail"]} src={objectUrlOf(candidate.file)} alt="" />
      ) : null}
      {candidate && smaller ? (
        <Checkbox
          mt="xs"
          size="xs"
          label={`Scale it down to ${smaller.width} × ${smaller.height} pixels, enough for a whole page in print`}
          checked={isScaled}
          disabled={mustScale(candidate)}
          onChange={({ currentTarget }) => {
            setIsScaled(currentTarget.checked);
            onChoose({ candidate, isScaled: currentTarget.checked });
          }}
        />
      ) : null}
    </>
  );
}
