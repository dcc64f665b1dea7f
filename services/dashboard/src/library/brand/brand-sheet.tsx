import { useDebouncedValue } from "@mantine/hooks";
import { operations } from "@platen/contracts";
import { useMay, useProject } from "../../components/project-context.ts";
import { TemplateThumbnail } from "../../components/template-thumbnail.tsx";
import { useLibrary } from "../use-library.ts";
import { brandSheetSource } from "./brand-sheet-source.ts";
import classes from "./brand-sheet.module.css";
import type { FormBrand } from "./form-brand.ts";

/** The sheet is printed once the values rest. */
const pauseMs = 400;

/** A printed page in the colours and fonts of a brand, which follows the form as its values change. */
export function BrandSheet({ brand }: { brand: FormBrand }) {
  const { projectId } = useProject();
  const mayPrint = useMay()(operations.previewSource);
  const { assets } = useLibrary();
  const [shown] = useDebouncedValue(brand, pauseMs);
  const logo = assets.find(({ assetId, kind }) => kind === "picture" && assetId === shown.logoAssetId);
  if (!mayPrint) return null;
  return (
    <figure className={classes["sheet"]}>
      <TemplateThumbnail projectId={projectId} sample={brandSheetSource(shown, logo?.name)} />
      <figcaption>A page in this brand</figcaption>
    </figure>
  );
}
