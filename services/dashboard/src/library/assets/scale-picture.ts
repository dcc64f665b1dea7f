import { maxAssetBytes } from "@platen/contracts";

export type Pixels = { width: number; height: number };
/** A part of a picture. */
export type Area = Pixels & { x: number; y: number };

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
  if (!isDrawable(name)) return undefined;
  if (width * height < manyPixels && sizeBytes <= maxAssetBytes.picture) return undefined;
  const ratio = Math.min(1, longestSide / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * ratio)), height: Math.max(1, Math.round(height * ratio)) };
}

/** Whether the browser can cut a part out of a picture, or draw it smaller. */
export function isDrawable(name: string): boolean {
  return scalable.has(name.slice(name.lastIndexOf(".") + 1).toLowerCase());
}

/** The name of a picture after the browser drew it: a JPEG stays one, and all others become PNG. */
export function drawnName(name: string): string {
  return /\.jpe?g$/i.test(name) ? name : name.replace(/\.[^.]*$/, ".png");
}

/** Reads a picture. Rejects if the browser cannot. */
async function readPicture(file: Blob): Promise<HTMLImageElement> {
  const url = URL.createObjectURL(file);
  try {
    const picture = new Image();
    picture.src = url;
    await picture.decode();
    return picture;
  } finally {
    URL.revokeObjectURL(url);
  }
}

/** Draws an area of a picture in a size. */
async function draw(
  picture: HTMLImageElement,
  { name, area, size }: { name: string; area: Area; size: Pixels },
): Promise<Blob> {
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(size.width));
  canvas.height = Math.max(1, Math.round(size.height));
  const context = canvas.getContext("2d");
  if (!context) throw new Error("The browser has no canvas to draw the picture.");
  context.imageSmoothingQuality = "high";
  context.drawImage(picture, area.x, area.y, area.width, area.height, 0, 0, canvas.width, canvas.height);
  const type = /\.jpe?g$/i.test(name) ? "image/jpeg" : "image/png";
  const drawn = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, 0.9));
  if (!drawn) throw new Error("The browser cannot write the picture.");
  return drawn;
}

/**
 * Draws a picture smaller. If the file is still too large for a project, it becomes smaller still. Rejects if the
 * browser cannot read the picture.
 */
export async function scalePicture(file: Blob, name: string, size: Pixels): Promise<Blob> {
  const picture = await readPicture(file);
  const area = { x: 0, y: 0, width: picture.naturalWidth, height: picture.naturalHeight };
  for (let factor = 1; ; factor *= 0.75) {
    const smaller = { width: size.width * factor, height: size.height * factor };
    const scaled = await draw(picture, { name, area, size: smaller });
    if (scaled.size <= maxAssetBytes.picture || smaller.width <= 1) return scaled;
  }
}

/** Cuts an area out of a picture. Rejects if the browser cannot read the picture. */
export async function cropPicture(file: File, area: Area): Promise<File> {
  const cropped = await draw(await readPicture(file), { name: file.name, area, size: area });
  return new File([cropped], drawnName(file.name), { type: cropped.type });
}

/** The pixels of an area in percent of a picture, at least one each way. */
export function areaOf(percent: Area, { width, height }: Pixels): Area {
  const x = Math.min(width - 1, Math.round((percent.x / 100) * width));
  const y = Math.min(height - 1, Math.round((percent.y / 100) * height));
  return {
    x,
    y,
    width: Math.max(1, Math.min(width - x, Math.round((percent.width / 100) * width))),
    height: Math.max(1, Math.min(height - y, Math.round((percent.height / 100) * height))),
  };
}
