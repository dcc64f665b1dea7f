import { isId, outputNames, outputs, type Output } from "@platen/contracts";

/** A kept file, as the storage names it. */
export type ContentName = { projectId: string; contentId: string; output: Output };

/** The key of the object of a kept file. */
export function contentKey({ projectId, contentId, output }: ContentName): string {
  return `${projectId}/${contentId}${outputs[output].extension}`;
}

/** The kept file of a key; undefined for other objects. */
export function contentOfKey(key: string): ContentName | undefined {
  const output = outputNames.find((name) => key.endsWith(outputs[name].extension));
  if (output === undefined) return undefined;
  const [projectId = "", contentId = ""] = key.slice(0, -outputs[output].extension.length).split("/");
  if (!isId("project", projectId) || !isId("content", contentId)) return undefined;
  return contentKey({ projectId, contentId, output }) === key ? { projectId, contentId, output } : undefined;
}
