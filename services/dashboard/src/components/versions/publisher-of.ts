import type { operations, ResponseOutput } from "@platen/contracts";

type Version = ResponseOutput<typeof operations.listVersions.member>["versions"][number];

/** The member or the API key that published a version; undefined if unknown. */
export function publisherOf({ publishedBy, publishedByKey }: Pick<Version, "publishedBy" | "publishedByKey">) {
  return publishedByKey ? `API key “${publishedByKey.name}”` : publishedBy?.email;
}
