const htmlTag = /<html\b(?:"[^"]*"|'[^']*'|[^>"'])*>/i;
/** A language without data. */
const writtenLanguage = /\slang\s*=\s*["']?([a-z]{2,3}(?:-[a-z0-9]{1,8}){0,4})["'\s>]/i;

/** The language that the tag of `<html>` names. The worker reads it in the same way. */
export function languageOfHtml(html: string): string | undefined {
  // Comments of either language may have a tag too.
  const [tag] = htmlTag.exec(html.replaceAll(/<!--.*?(?:-->|$)|\{\{!.*?(?:\}\}|$)/gs, "")) ?? [];
  return tag === undefined ? undefined : writtenLanguage.exec(tag)?.[1];
}
