import { isDrawable, measurePicture, scalePicture } from "../library/assets/scale-picture.ts";
import { formatSize } from "../ui/format.ts";

/** All data of a template's samples together have a million characters, and a picture has four for each three bytes. */
const mostBytes = 400_000;
/** Enough for half a page in print. */
const longestSide = 1_600;
const smallestShare = 1 / 8;

/** Names the type of a picture that comes without one. */
const types: Readonly<Record<string, string>> = { svg: "image/svg+xml", avif: "image/avif" };

async function smaller(picture: Blob, name: string): Promise<Blob> {
  const size = await measurePicture(new File([picture], name));
  if (!size) return picture;
  for (let share = Math.min(1, longestSide / Math.max(size.width, size.height)); share > smallestShare; share /= 2) {
    const scaled = await scalePicture(picture, name, { width: size.width * share, height: size.height * share });
    if (scaled.size <= mostBytes) return scaled;
  }
  return picture;
}

/** A picture as a value of the data, or why it cannot be one. A picture that is too large for data is drawn smaller. */
export async function pictureData(file: Blob, name: string): Promise<{ value: string } | { mistake: string }> {
  const picture = file.size > mostBytes && isDrawable(name) ? await smaller(file, name) : file;
  if (picture.size > mostBytes)
    return {
      mistake: `The picture has ${formatSize(picture.size)}. A picture in data can have ${formatSize(mostBytes)}: export it smaller, then choose it again.`,
    };
  const type = picture.type || types[name.slice(name.lastIndexOf(".") + 1).toLowerCase()] || "image/png";
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const reader = new FileReader();
  // `readAsDataURL` makes a text.
  reader.addEventListener("load", () => resolve(reader.result as string));
  reader.addEventListener("error", () => reject(reader.error ?? new Error("reading a picture")));
  reader.readAsDataURL(new Blob([picture], { type }));
  return { value: await promise };
}
