/** Whether two pictures are the same, pixel by pixel. */
export function areSamePixels(one: HTMLCanvasElement, other: HTMLCanvasElement): boolean {
  if (one.width !== other.width || one.height !== other.height) return false;
  const [a, b] = [one, other].map((canvas) => {
    const pixels = canvas.getContext("2d")?.getImageData(0, 0, canvas.width, canvas.height).data;
    if (!pixels) throw new Error("a page was drawn on a canvas that cannot be read");
    // Four bytes at a time.
    return new Uint32Array(pixels.buffer);
  });
  return a !== undefined && b !== undefined && a.every((pixel, index) => pixel === b[index]);
}
