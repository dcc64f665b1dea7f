const pixelsPerUnit: Readonly<Record<string, number>> = {
  px: 1,
  in: 96,
  cm: 96 / 2.54,
  mm: 96 / 25.4,
  q: 96 / 101.6,
  pt: 96 / 72,
  pc: 16,
};

/** Converts a length of paper to CSS pixels; undefined for anything else, such as a percentage. */
export function toPixels(length: string): number | undefined {
  const match = /^\s*([\d.]+)\s*([a-z]*)\s*$/i.exec(length);
  if (!match) return undefined;
  const amount = Number(match[1]);
  if (amount === 0) return 0;
  const factor = pixelsPerUnit[(match[2] ?? "").toLowerCase()];
  return factor === undefined || !Number.isFinite(amount) ? undefined : amount * factor;
}
