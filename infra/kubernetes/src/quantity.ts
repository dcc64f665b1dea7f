const factors: Readonly<Record<string, number>> = { "": 1, m: 0.001, Ki: 2 ** 10, Mi: 2 ** 20, Gi: 2 ** 30 };

/** Returns the number of a Kubernetes quantity such as `250m` or `64Mi`. */
export function quantity(text: string | number | undefined): number {
  const [, digits, unit = ""] = /^(\d+(?:\.\d+)?)([A-Za-z]*)$/.exec(String(text)) ?? [];
  const factor = factors[unit];
  if (digits === undefined || factor === undefined) throw new Error(`${String(text)} is not a known quantity`);
  return Number(digits) * factor;
}
