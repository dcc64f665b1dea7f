import { delimitersAt, type Tag } from "@platen/mustache";

/** Changes CSS, without a change of its meaning, so that it neither ends its element nor has tags in it. */
export function styleInHtml(css: string, tags: readonly Tag[], offset: number): string {
  const content = css.replaceAll("</", "<\\/");
  const { open, close } = delimitersAt(tags, offset);
  if (!content.includes(open)) return content;
  // Marks that are nowhere in the text.
  let count = 0;
  while (content.includes(`<%${count}`)) count += 1;
  const [opening, closing] = [`<%${count}`, `${count}%>`];
  return `${open}=${opening} ${closing}=${close}${content}${opening}=${open} ${close}=${closing}`;
}
