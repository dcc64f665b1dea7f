import { idOfMark, markName, textOfMark } from "../mark.ts";
import { isKey, refuseOddKey, type Storage, type StoredObject } from "../storage.ts";
import { createCallS3, type S3CallOptions } from "./s3-calls.ts";
import { elementOf, S3Error } from "./s3-error.ts";

/** The least that S3 takes as a part that is not the last. What one `put` holds in memory is twice this. */
const partBytes = 5 * 1024 * 1024;

/** Collects pieces into parts of the same size. The last one may be shorter. */
async function* partsOf(content: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer, undefined> {
  let pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of content) {
    let rest = piece;
    while (size + rest.byteLength >= partBytes) {
      const end = partBytes - size;
      yield Buffer.concat([...pieces, rest.subarray(0, end)]);
      rest = rest.subarray(end);
      pieces = [];
      size = 0;
    }
    // The caller may use the memory of a piece again.
    if (rest.byteLength > 0) pieces.push(Buffer.from(rest));
    size += rest.byteLength;
  }
  if (size > 0) yield Buffer.concat(pieces);
  return undefined;
}

const is = (error: unknown, code: string) => error instanceof S3Error && error.code === code;

/** Keeps objects in a bucket of a service that speaks S3. */
export function createS3Storage(options: S3CallOptions): Storage {
  const callS3 = createCallS3(options);
  const { prefix } = options.location;

  function nameOf(key: string): string {
    refuseOddKey(key);
    return prefix + key;
  }

  async function abort(name: string, uploadId: string): Promise<void> {
    await callS3({ method: "DELETE", name, query: { uploadId } }).catch((error: unknown) => {
      if (!is(error, "NoSuchUpload")) throw error;
    });
  }

  /** Writes an object that is larger than one part. */
  async function putParts(name: string, type: string, parts: AsyncIterable<Buffer>): Promise<void> {
    const headers = { "Content-Type": type };
    const { bytes } = await callS3({ method: "POST", name, query: { uploads: "" }, headers });
    const uploadId = uploadIdsOf(bytes)[0];
    if (uploadId === undefined) throw new Error(`the storage has opened ${name} without an upload id`);
    try {
      const written: string[] = [];
      for await (const body of parts) {
        const partNumber = written.length + 1;
        const answer = await callS3({ method: "PUT", name, query: { partNumber: String(partNumber), uploadId }, body });
        written.push(`<Part><PartNumber>${partNumber}</PartNumber><ETag>${answer.etag}</ETag></Part>`);
      }
      const list = `<CompleteMultipartUpload>${written.join("")}</CompleteMultipartUpload>`;
      await callS3({ method: "POST", name, query: { uploadId }, body: Buffer.from(list) });
    } catch (error) {
      // The sweep tries it again.
      await abort(name, uploadId).catch(() => undefined);
      throw error;
    }
  }

  return {
    async put(key, content) {
      const name = nameOf(key);
      const type = refuseOddKey(key);
      const parts = partsOf(content);
      const { value: first = Buffer.alloc(0) } = await parts.next();
      const second = first.byteLength < partBytes ? undefined : (await parts.next()).value;
      if (second) {
        const all = async function* () {
          yield first;
          yield second;
          yield* parts;
        };
        await putParts(name, type, all());
      } else {
        await callS3({ method: "PUT", name, headers: { "Content-Type": type }, body: first });
      }
    },

    async read(key, { from, to }) {
      try {
        const headers = { Range: `bytes=${from}-${to}` };
        const { status, bytes } = await callS3({ method: "GET", name: nameOf(key), headers });
        // A service may answer a part with the whole.
        return status === 206 ? bytes : bytes.subarray(from, to + 1);
      } catch (error) {
        if (is(error, "NoSuchKey")) return undefined;
        if (is(error, "InvalidRange")) return new Uint8Array();
        throw error;
      }
    },

    async delete(key) {
      const name = nameOf(key);
      await callS3({ method: "DELETE", name }).catch((error: unknown) => {
        if (!is(error, "NoSuchKey")) throw error;
      });
      const { bytes } = await callS3({ method: "GET", query: { uploads: "", prefix: name } });
      for (const uploadId of uploadIdsOf(bytes)) await abort(name, uploadId);
    },

    async *list() {
      for (let token: string | undefined = ""; token !== undefined;) {
        const query = { "list-type": "2", prefix, ...(token !== "" && { "continuation-token": token }) };
        const { bytes } = await callS3({ method: "GET", query });
        const page = bytes.toString();
        for (const [, object = ""] of page.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
          const listed = readListed(object, prefix);
          if (isKey(listed.key)) yield listed;
        }
        token = elementOf(page, "NextContinuationToken");
      }
    },

    markHoldsMs: 1_000,

    async readMark() {
      try {
        const { bytes } = await callS3({ method: "GET", name: prefix + markName });
        return idOfMark(bytes.toString());
      } catch (error) {
        if (is(error, "NoSuchKey")) return undefined;
        throw error;
      }
    },

    async writeMark(id) {
      const headers = { "Content-Type": "text/plain" };
      await callS3({ method: "PUT", name: prefix + markName, headers, body: Buffer.from(textOfMark(id)) });
    },
  };
}

function readListed(object: string, prefix: string): StoredObject {
  return {
    key: (elementOf(object, "Key") ?? "").slice(prefix.length),
    sizeBytes: Number(elementOf(object, "Size")),
    writtenAt: new Date(elementOf(object, "LastModified") ?? ""),
  };
}

const uploadIdsOf = (xml: Buffer) => [...xml.toString().matchAll(/<UploadId>([^<]+)</g)].flatMap(([, id = ""]) => id);
