/** A text to insert into the HTML, and where. */
export type Insertion = { at: number; text: string };

export function withInsertion(html: string, { at, text }: Insertion): string {
  return html.slice(0, at) + text + html.slice(at);
}
