import { isId, outputs } from "@platen/contracts";

const { extension } = outputs.pdf;

/** A kept PDF, as the storage names it. */
export type ContentName = { projectId: string; contentId: string };

/** The key of the object of a kept PDF. */
export function contentKey({ projectId, contentId }: ContentName): string {
  return `${projectId}/${contentId}${extension}`;
}

/** The kept PDF of a key; undefined for other objects. */
export function contentOfKey(key: string): ContentName | undefined {
  const [projectId = "", contentId = ""] = key.slice(0, -extension.length).split("/");
  if (!isId("project", projectId) || !isId("content", contentId)) return undefined;
  return contentKey({ projectId, contentId }) === key ? { projectId, contentId } : undefined;
}
