/** Whether two pictures have the same pixels. */
export function areSamePixels(one: HTMLCanvasElement, other: HTMLCanvasElement): boolean {
  if (one.width !== other.width || one.height !== other.height) return false;
  const [a, b] = [one, other].map((canvas) => {
    const pixels = canvas.getContext("2d")?.getImageData(0, 0, canvas.width, canvas.height).data;
    if (!pixels) throw new Error("The canvas of a drawn page cannot be read.");
    // Compares four bytes at a time.
    return new Uint32Array(pixels.buffer);
  });
  return a !== undefined && b !== undefined && a.every((pixel, index) => pixel === b[index]);
}
