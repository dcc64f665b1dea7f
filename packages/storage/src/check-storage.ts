import { randomUUID } from "node:crypto";
import type { Storage } from "./storage.ts";

const advice: Readonly<Record<string, string>> = {
  AccessDenied:
    "Allow its access key s3:PutObject, s3:GetObject, s3:DeleteObject, s3:ListBucket, s3:AbortMultipartUpload and s3:ListBucketMultipartUploads.",
  AuthorizationHeaderMalformed: "Set the bucket's region in STORAGE_URL.",
  InvalidAccessKeyId: "Check STORAGE_ACCESS_KEY_ID.",
  NoSuchBucket: "Create the bucket, or name another one in STORAGE_URL.",
  PermanentRedirect: "Set the bucket's region in STORAGE_URL.",
  RequestTimeTooSkewed: "Set the clock of this machine.",
  SignatureDoesNotMatch: "Check STORAGE_SECRET_ACCESS_KEY.",
  Timeout: "Check the endpoint in STORAGE_URL, and that the network lets the catalog reach it.",
  Unreachable: "Check the endpoint in STORAGE_URL, and that the network lets the catalog reach it.",
  EACCES: "Give the folder to the user of the catalog.",
  EPERM: "Give the folder to the user of the catalog.",
  ENOSPC: "Make room on the disk.",
  ENOTDIR: "Name a folder in STORAGE_URL.",
  EROFS: "Mount the folder for writing.",
};

/** The error of a step that the storage does not do, with what to do about it. */
export function describeStep(step: string, cause: unknown): Error {
  const code = typeof cause === "object" && cause !== null && "code" in cause ? String(cause.code) : undefined;
  const what = code ?? (cause instanceof Error ? cause.message : String(cause));
  const how = advice[code ?? ""] ?? "Check the settings of the storage.";
  return new Error(`The storage of kept PDFs cannot ${step}: ${what}. ${how}`, { cause });
}

/**
 * Writes, reads and deletes one object. Throws an error that tells what failed and how to mend it. A check under the same
 * name deletes what a failed one has left; two at once need two names.
 */
export async function checkStorage(storage: Storage, name: string = randomUUID()): Promise<void> {
  const key = `platen-check/${name}.pdf`;
  const content = Buffer.from("Platen checks its storage.");
  const step = async <T>(name: string, work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (cause) {
      throw describeStep(`${name} an object`, cause);
    }
  };
  const pieces = async function* () {
    yield content;
  };
  const putAgain = () => storage.put(key, pieces());
  await step("write", storage.delete(key).then(putAgain));
  const read = await step("read", storage.read(key, { from: 0, to: content.byteLength - 1 }));
  await step("delete", storage.delete(key));
  if (!read || !content.equals(read))
    throw describeStep("read an object", new Error("its bytes are not those that were written"));
}
