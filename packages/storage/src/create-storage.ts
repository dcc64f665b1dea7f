import { fileURLToPath } from "node:url";
import { createFolderStorage } from "./folder-storage.ts";
import { isS3Location, readS3Location } from "./s3/s3-location.ts";
import { createS3Storage } from "./s3/s3-storage.ts";
import type { Storage } from "./storage.ts";

/** What opens a storage: its URL, and for S3 an access key. */
export type StorageSettings = {
  url: string;
  accessKeyId?: string | undefined;
  secretAccessKey?: string | undefined;
};

const isS3 = (url: string) => url.startsWith("s3:");

/** Describes what is wrong in a storage's URL. */
export function findUrlMistake(url: string): string | undefined {
  if (!URL.canParse(url)) return "must be a URL starting with file:// or s3://";
  if (isS3(url)) {
    const location = readS3Location(url);
    return isS3Location(location) ? undefined : location.mistake;
  }
  const { protocol, host } = new URL(url);
  if (protocol !== "file:") return "must be a URL starting with file:// or s3://";
  return host === "" ? undefined : "must name a folder of this machine, such as file:///var/lib/platen/files";
}

/** Whether a storage's URL needs an access key. */
export const needsAccessKey = (url: string): boolean => isS3(url);

/** Opens the storage that a URL names. */
export function createStorage({ url, accessKeyId, secretAccessKey }: StorageSettings): Storage {
  const mistake = findUrlMistake(url);
  if (mistake !== undefined) throw new Error(`the storage's URL ${mistake}`);
  if (!isS3(url)) return createFolderStorage(fileURLToPath(url));
  const location = readS3Location(url);
  if (!isS3Location(location)) throw new Error(`the storage's URL ${location.mistake}`);
  if (accessKeyId === undefined || secretAccessKey === undefined) throw new Error("the storage needs an access key");
  return createS3Storage({ location, accessKeyId, secretAccessKey });
}
