import { Markup, svgAddress } from "../markup.ts";

/** Wraps the inner markup of a code in an SVG that the document's styles can size, and that reads as a picture. */
export function codeMarkup(options: {
  /** `qr`, `epc`, `ean13`. */
  kind: string;
  /** What a reader of the document hears. */
  label: string;
  viewBox: string;
  /** Attributes with the size, such as `height="12mm"`. */
  size: string;
  inner: string;
}): Markup {
  const { kind, label, viewBox, size, inner } = options;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" class="code code-${kind}" role="img" aria-label="${label}" viewBox="${viewBox}" ${size} shape-rendering="crispEdges">${inner}</svg>`;
  return new Markup(svg, () => svgAddress(svg));
}
