import { maxAssetBytes, operations, type Asset, type AssetKind } from "@platen/contracts";
import { transport } from "../../api/transport.ts";
import { fileMistake, kindOf } from "./asset-file.ts";
import { measurePicture, drawnName, scalePicture, smallerSize, type Pixels } from "./scale-picture.ts";

/** A file that may become an asset. */
export type Candidate = {
  file: File;
  kind: AssetKind | undefined;
  /** The size of a picture. */
  pixels?: Pixels;
  /** The size to which the browser can scale the picture down, if it is larger than documents need. */
  smaller?: Pixels;
  /** Why the file cannot become an asset. */
  mistake?: string;
};

/** Whether a picture is too large for a project, so that it must be scaled down. */
export function mustScale({ file, kind }: Candidate): boolean {
  return kind === "picture" && file.size > maxAssetBytes.picture;
}

async function isReadableFont(file: File): Promise<boolean> {
  try {
    await new FontFace("candidate", await file.arrayBuffer()).load();
    return true;
  } catch {
    return false;
  }
}

/** Looks at a chosen file, as far as the browser can judge it. The service checks it again. */
export async function examine(file: File): Promise<Candidate> {
  const kind = kindOf(file.name);
  const mistake = fileMistake(file);
  if (kind !== "picture") {
    if (mistake !== undefined) return { file, kind, mistake };
    const isRefused = kind === "font" && !(await isReadableFont(file));
    return isRefused
      ? { file, kind, mistake: "The browser cannot read this font. Export the file again." }
      : { file, kind };
  }
  const pixels = file.size === 0 ? undefined : await measurePicture(file);
  if (!pixels) {
    return { file, kind, mistake: mistake ?? "The browser cannot read this picture. Export the file again." };
  }
  const smaller = smallerSize(file.name.toLowerCase(), file.size, pixels);
  if (mistake !== undefined && !smaller) return { file, kind, pixels, mistake };
  return { file, kind, pixels, ...(smaller ? { smaller } : {}) };
}

const slowMs = 300_000;

/** Uploads a file under a name, scaled down if `isScaled` says so. An asset of this name gets the new bytes. */
export async function uploadCandidate(
  projectId: string,
  { file, smaller }: Candidate,
  { name, isScaled }: { name: string; isScaled: boolean },
): Promise<Asset> {
  const isSmaller = isScaled && smaller !== undefined;
  const sent = isSmaller ? await scalePicture(file, name, smaller) : file;
  return transport.call(
    operations.uploadAsset.member,
    {
      params: { projectId },
      query: { name: isSmaller ? drawnName(name) : name },
      bytes: new Uint8Array(await sent.arrayBuffer()),
    },
    { timeoutMs: slowMs },
  );
}
