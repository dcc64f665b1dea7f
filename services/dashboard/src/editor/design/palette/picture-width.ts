/** Good for print: 150 dots per inch. */
const pixelsPerMm = 150 / 25.4;
/** In millimetres. A picture without a size of its own gets the middle one. */
const [narrowest, usual, widest] = [5, 50, 80];

/** The width in millimetres of a new picture on the page. */
export function pictureWidth({ width }: { width?: number | undefined }): number {
  if (width === undefined || width === 0) return usual;
  return Math.min(widest, Math.max(narrowest, Math.round(width / pixelsPerMm)));
}
