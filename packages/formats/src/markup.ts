/** Markup that a format made, such as a code. It has escaped all it took, so it is written as it is. */
export class Markup {
  readonly html: string;
  readonly #picture: string | undefined;

  /** `picture` is an SVG that stands for the markup where it cannot be, in an attribute. */
  constructor(html: string, picture?: string) {
    this.html = html;
    this.#picture = picture;
  }

  /** The picture as a `data:` URL, for a tag in an attribute. Made on request: few tags need it. */
  get dataUrl(): string | undefined {
    return this.#picture === undefined ? undefined : `data:image/svg+xml,${encodeURIComponent(this.#picture)}`;
  }
}
