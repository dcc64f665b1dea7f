/**
 * A body that was checked by its schema, as JSON text. It is passed on without reading it again: the values of a large
 * body are read only where the work on them can be ended.
 */
export class CheckedJson {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}
