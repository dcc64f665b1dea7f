/** Markup that a format made, such as a code. It has escaped all it took, so it is written as it is. */
export class Markup {
  readonly html: string;
  /** What stands for the markup in an attribute, made on request: the address of a picture, or a text. */
  readonly inAttribute: (() => string) | undefined;

  constructor(html: string, inAttribute?: () => string) {
    this.html = html;
    this.inAttribute = inAttribute;
  }
}

/** The address of a picture that an SVG holds. */
export function svgAddress(svg: string): string {
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
