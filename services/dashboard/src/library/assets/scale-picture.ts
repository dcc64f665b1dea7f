import { maxAssetBytes } from "@platen/contracts";

export type Pixels = { width: number; height: number };

/** The longer side of A4 at 300 dots per inch: a full page in print quality. */
const longestSide = 3508;
/** Pictures of this size, as many phones take them, make large documents and print no better. */
const manyPixels = 12_000_000;

/** Formats that a canvas reads without losing what makes them special: animation, or sharpness in every size. */
const scalable = new Set(["png", "jpg", "jpeg", "webp", "avif"]);

/** The size in pixels of a picture; undefined if the browser cannot read it. */
export async function measurePicture(file: File): Promise<Pixels | undefined> {
  // Browsers know all other formats by their bytes.
  const isDrawing = file.name.toLowerCase().endsWith(".svg");
  const url = URL.createObjectURL(isDrawing ? file.slice(0, file.size, "image/svg+xml") : file);
  try {
    const picture = new Image();
    picture.src = url;
    await picture.decode();
    return { width: picture.naturalWidth, height: picture.naturalHeight };
  } catch {
    return undefined;
  } finally {
    URL.revokeObjectURL(url);
  }
}

/** The size to offer for a picture that is larger than a document needs; undefined for any other. */
export function smallerSize(name: string, sizeBytes: number, { width, height }: Pixels): Pixels | undefined {
  if (!scalable.has(name.slice(name.lastIndexOf(".") + 1))) return undefined;
  if (width * height < manyPixels && sizeBytes <= maxAssetBytes.picture) return undefined;
  const ratio = Math.min(1, longestSide / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * ratio)), height: Math.max(1, Math.round(height * ratio)) };
}

/** The name of a picture after it was scaled: a JPEG stays one, and all others become PNG. */
export function scaledName(name: string): string {
  return /\.jpe?g$/.test(name) ? name : name.replace(/\.[^.]*$/, ".png");
}

/**
 * Draws a picture smaller. If the file is still too large for a project, it becomes smaller still. Rejects if the
 * browser cannot read the picture.
 */
export async function scalePicture(file: Blob, name: string, size: Pixels): Promise<Blob> {
  const url = URL.createObjectURL(file);
  try {
    const picture = new Image();
    picture.src = url;
    await picture.decode();
    const type = /\.jpe?g$/.test(name) ? "image/jpeg" : "image/png";
    for (let factor = 1; ; factor *= 0.75) {
      const canvas = document.createElement("canvas");
      canvas.width = Math.max(1, Math.round(size.width * factor));
      canvas.height = Math.max(1, Math.round(size.height * factor));
      const context = canvas.getContext("2d");
      if (!context) throw new Error("The browser has no canvas to scale the picture.");
      context.imageSmoothingQuality = "high";
      context.drawImage(picture, 0, 0, canvas.width, canvas.height);
      const scaled = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, 0.9));
      if (!scaled) throw new Error("The browser cannot write the scaled picture.");
      if (scaled.size <= maxAssetBytes.picture || canvas.width === 1) return scaled;
    }
  } finally {
    URL.revokeObjectURL(url);
  }
}
