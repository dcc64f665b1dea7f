/** Markup that a format made, such as a code. It has escaped all it took, so it is written as it is. */
export class Markup {
  readonly html: string;
  /** The same as a `data:` URL, for a tag in an attribute. */
  readonly dataUrl: string | undefined;

  constructor(html: string, dataUrl?: string) {
    this.html = html;
    this.dataUrl = dataUrl;
  }
}
