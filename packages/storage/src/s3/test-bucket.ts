import { createHash } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** What happens to the next call instead of its answer; with `none` it is answered. */
type Fault = { status: number; code: string } | "cut" | "silent" | "none";

/** Fewer than those of a test, so that lists have several pages. */
const objectsPerPage = 2;
const changedAt = new Date().toISOString();

function refuse(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status).end(`<Error><Code>${code}</Code><Message>Refused.</Message></Error>`);
}

function sendPart(request: IncomingMessage, object: Buffer | undefined, response: ServerResponse): void {
  const [, from = "0", to = "Infinity"] = /bytes=(\d+)-(\d+)/.exec(request.headers.range ?? "") ?? [];
  if (!object) refuse(response, 404, "NoSuchKey");
  else if (Number(from) >= object.byteLength) refuse(response, 416, "InvalidRange");
  else response.writeHead(206).end(object.subarray(Number(from), Number(to) + 1));
}

/**
 * A bucket in memory that speaks as much of S3 as the storage uses, and fails as often as a test says. It checks checksums
 * and no signatures: `npm run proof` runs the same tests with a real server.
 */
export async function startTestBucket() {
  const objects = new Map<string, Buffer>();
  const uploads = new Map<string, { name: string; parts: Map<number, Buffer> }>();
  const faults: Fault[] = [];
  const calls: string[] = [];

  function answer(request: IncomingMessage, body: Buffer, response: ServerResponse): void {
    const { pathname, searchParams } = new URL(request.url ?? "", "http://bucket");
    const name = pathname.replace("/bucket/", "");
    const upload = uploads.get(searchParams.get("uploadId") ?? "");
    const uploadId = searchParams.get("uploadId") ?? "";
    const hasUploads = searchParams.has("uploads");
    const isDamaged =
      request.headers["x-amz-content-sha256"] !== createHash("sha256").update(body).digest("hex") ||
      (body.byteLength > 0 && request.headers["content-md5"] !== createHash("md5").update(body).digest("base64"));
    if (isDamaged) refuse(response, 400, "BadDigest");
    else if (uploadId !== "" && !upload) refuse(response, 404, "NoSuchUpload");
    else if (request.method === "POST" && hasUploads) {
      const id = `upload-${uploads.size + 1}`;
      uploads.set(id, { name, parts: new Map() });
      response.end(`<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`);
    } else if (request.method === "POST" && upload) {
      const listed = [...body.toString().matchAll(/<PartNumber>(\d+)</g)].map(([, number]) => Number(number));
      objects.set(upload.name, Buffer.concat(listed.map((number) => upload.parts.get(number) ?? Buffer.alloc(0))));
      uploads.delete(uploadId);
      response.end("<CompleteMultipartUploadResult/>");
    } else if (request.method === "PUT") {
      if (upload) upload.parts.set(Number(searchParams.get("partNumber")), body);
      else objects.set(name, body);
      response.setHeader("ETag", '"etag"').end();
    } else if (request.method === "DELETE") {
      if (upload) uploads.delete(uploadId);
      else objects.delete(name);
      response.writeHead(204).end();
    } else if (hasUploads) {
      const open = [...uploads].filter(([, { name: of }]) => of.startsWith(searchParams.get("prefix") ?? ""));
      response.end(open.map(([id]) => `<Upload><UploadId>${id}</UploadId></Upload>`).join(""));
    } else if (searchParams.has("list-type")) {
      const prefix = searchParams.get("prefix") ?? "";
      const listed = [...objects].filter(([of]) => of.startsWith(prefix)).toSorted(([a], [b]) => (a < b ? -1 : 1));
      const begin = Number(searchParams.get("continuation-token") ?? 0);
      const next = begin + objectsPerPage;
      const page = listed
        .slice(begin, next)
        .map(
          ([of, { byteLength }]) =>
            `<Contents><Key>${of}</Key><LastModified>${changedAt}</LastModified><Size>${byteLength}</Size></Contents>`,
        );
      if (next < listed.length) page.push(`<NextContinuationToken>${next}</NextContinuationToken>`);
      response.end(`<ListBucketResult>${page.join("")}</ListBucketResult>`);
    } else sendPart(request, objects.get(name), response);
  }

  const server = createServer((request, response) => {
    const received: Buffer[] = [];
    request.on("data", (piece: Buffer) => received.push(piece));
    request.on("end", () => {
      calls.push(`${request.method} ${request.url}`);
      const fault = faults.shift();
      if (fault === undefined || fault === "none") answer(request, Buffer.concat(received), response);
      else if (fault === "cut") request.socket.destroy();
      else if (fault !== "silent") refuse(response, fault.status, fault.code);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");

  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    uploads,
    calls,
    failNext: (...next: Fault[]) => faults.push(...next),
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
