import type { Asset, AssetKind } from "@platen/contracts";
import { useQuery } from "@tanstack/react-query";
import { FileCode, FileWarning, Image, Palette, Type, type LucideIcon } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useProject } from "../../components/project-context.ts";
import { useHasBeenNear } from "../../ui/use-has-been-near.ts";
import { assetBytesQuery, useAssetUrl } from "./asset-bytes.ts";
import classes from "./asset-picture.module.css";

const icons: Readonly<Record<AssetKind, LucideIcon>> = {
  picture: Image,
  font: Type,
  stylesheet: Palette,
  script: FileCode,
};

function Picture({ asset, isWanted }: { asset: Asset; isWanted: boolean }) {
  const { projectId } = useProject();
  const { url, error } = useAssetUrl(projectId, asset, isWanted);
  if (error) return <FileWarning size={20} strokeWidth={1.5} />;
  // Pictures of SVG run no script inside this element, and load nothing.
  return url === undefined ? null : <img src={url} alt="" draggable={false} />;
}

/** The name under which this page alone knows a font of the project. */
function localFamily({ sha256 }: Asset): string {
  return `asset-${sha256.slice(0, 16)}`;
}

/** Two letters in a font's own face. */
function Sample({ asset, isWanted }: { asset: Asset; isWanted: boolean }) {
  const { projectId } = useProject();
  const { data, error } = useQuery({ ...assetBytesQuery(projectId, asset), enabled: isWanted });
  const [isReady, setIsReady] = useState(false);
  const [isRefused, setIsRefused] = useState(false);
  useEffect(() => {
    if (!data) return undefined;
    let face: FontFace | undefined;
    let isOver = false;
    async function show(font: Blob): Promise<void> {
      face = new FontFace(localFamily(asset), await font.arrayBuffer());
      await face.load();
      if (isOver) return;
      document.fonts.add(face);
      setIsReady(true);
    }
    show(data).catch(() => setIsRefused(true));
    return () => {
      isOver = true;
      if (face) document.fonts.delete(face);
    };
  }, [asset, data]);
  if (error || isRefused) return <FileWarning size={20} strokeWidth={1.5} />;
  return isReady ? (
    <span className={classes["letters"]} style={{ fontFamily: localFamily(asset) }}>
      Ag
    </span>
  ) : null;
}

/** What an asset looks like. Screen readers skip it, because the name beside it says what it is. */
export function AssetPicture({ asset }: { asset: Asset }) {
  const frame = useRef<HTMLDivElement>(null);
  const isWanted = useHasBeenNear(frame);
  const { kind } = asset;
  const Icon = icons[kind];
  return (
    <div ref={frame} className={classes["frame"]} data-kind={kind} aria-hidden>
      {kind === "picture" ? (
        <Picture asset={asset} isWanted={isWanted} />
      ) : kind === "font" ? (
        <Sample asset={asset} isWanted={isWanted} />
      ) : (
        <Icon size={20} strokeWidth={1.5} />
      )}
    </div>
  );
}
