/**
 * The name of an element in the words of the template, such as `table.lines td.text`: the element, after the nearest
 * element around it with a class if it has none. Undefined for an element that the template does not have. `path` has the
 * elements from outside to inside. Its classes may come from the data, so only words of the template are given.
 */
export function elementName(path: string, templateText: string): string | undefined {
  const words = new Set(templateText.match(/[a-z][\w-]*/gi));
  const steps = path.split(" ").map((step) => {
    const [tag = "", ...classes] = step.split(".");
    return words.has(tag) ? [tag, ...classes.filter((name) => words.has(name))] : undefined;
  });
  const own = steps.at(-1);
  if (own === undefined) return undefined;
  if (own.length > 1) return own.join(".");
  const around = steps.slice(0, -1).findLast((step) => step !== undefined && step.length > 1);
  return around ? `${around.join(".")} ${own.join(".")}` : own.join(".");
}
