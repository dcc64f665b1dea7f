import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { once } from "node:events";
import { createServer, request as sendRequest, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { onlyIf, s3Server, startS3Server, type S3Server } from "@platen/testing";
import { checkStorage } from "../src/check-storage.ts";
import { createMarkedStorage, createStorage, type Storage } from "../src/index.ts";
import { createCallS3 } from "../src/s3/s3-calls.ts";
import { isS3Location, readS3Location } from "../src/s3/s3-location.ts";
import { broken, largeContent, pieces, testStorage, textOf } from "../src/test-storage.ts";

const { name, missing } = s3Server;
const withS3Server = onlyIf(missing === undefined);

withS3Server(describe)(
  missing === undefined ? `a bucket of ${name}` : `a bucket of ${name} (skipped: ${missing})`,
  () => {
    let server: S3Server;
    let storage: Storage;

    beforeAll(async () => {
      server = await startS3Server();
      storage = createStorage({ ...server, url: server.storageUrl });
    });

    afterAll(() => server.stop());

    /** Calls the bucket as the storage does. */
    function callBucket() {
      const location = readS3Location(server.storageUrl);
      if (!isS3Location(location)) throw new Error(location.mistake);
      return createCallS3({ ...server, location });
    }

    const openUploads = async () => (await callBucket()({ method: "GET", query: { uploads: "" } })).bytes.toString();

    testStorage(() => storage);

    test("an object whose content breaks off leaves no upload", async () => {
      await expect(storage.put("prj_5/cnt_1.pdf", broken(...largeContent()))).rejects.toThrow("broke off");
      expect(await openUploads()).not.toContain("<UploadId>");
    });

    test("deleting removes what a killed process has left of an object", async () => {
      await callBucket()({ method: "POST", name: "kept/prj_6/cnt_1.pdf", query: { uploads: "" } });
      expect(await openUploads()).toContain("<UploadId>");
      await storage.delete("prj_6/cnt_1.pdf");
      expect(await openUploads()).not.toContain("<UploadId>");
    });

    test("bytes that change on their way are refused, and sent again", async () => {
      const line = await startDamagedLine(server.endpoint, 1);
      try {
        const damaged = createStorage({ ...server, url: `s3://platen/kept?endpoint=${line.endpoint}` });
        await damaged.put("prj_7/cnt_1.pdf", pieces("abc"));
        expect(line.statuses).toEqual([400, 200]);
        expect(textOf(await storage.read("prj_7/cnt_1.pdf", { from: 0, to: 2 }))).toBe("abc");
      } finally {
        await line.stop();
      }
    });

    test("a bucket that was deleted and made again is refused until it is adopted", async () => {
      let clock = 0;
      const own = createMarkedStorage(storage, { ownId: () => Promise.resolve("own"), now: () => (clock += 1_000) });
      for await (const { key } of storage.list()) await storage.delete(key);
      await storage.writeMark("own");
      await own.put("prj_8/cnt_1.pdf", pieces("abc"));
      await own.delete("prj_8/cnt_1.pdf");
      await callBucket()({ method: "DELETE", name: "kept/platen-storage.txt" });
      await callBucket()({ method: "DELETE" });
      await expect(own.put("prj_8/cnt_1.pdf", pieces("abc"))).rejects.toThrow("NoSuchBucket");
      await callBucket()({ method: "PUT" });
      await expect(own.put("prj_8/cnt_1.pdf", pieces("abc"))).rejects.toThrow("has no mark of this installation");
      await expect(own.read("prj_8/cnt_1.pdf", { from: 0, to: 2 })).rejects.toMatchObject({ code: "WrongStorage" });
      await storage.writeMark("own");
      await own.check();
    });

    test("the check with a wrong secret says what to do", async () => {
      const misled = createStorage({ ...server, url: server.storageUrl, secretAccessKey: "wrong" });
      await expect(checkStorage(misled)).rejects.toThrow("SignatureDoesNotMatch. Check STORAGE_SECRET_ACCESS_KEY.");
    });

    test("the check of a missing bucket says what to do", async () => {
      const misled = createStorage({ ...server, url: `s3://missing?endpoint=${server.endpoint}` });
      await expect(checkStorage(misled)).rejects.toThrow("NoSuchBucket. Create the bucket");
    });
  },
);

/** Starts a proxy that changes a byte of the first bodies. */
async function startDamagedLine(target: string, count: number) {
  const statuses: (number | undefined)[] = [];
  async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request);
    if (statuses.length < count && body.byteLength > 0) body[0] = (body[0] ?? 0) ^ 1;
    const { method, headers, url = "" } = request;
    const onward = sendRequest(target + url, { method, headers }, (answer) => {
      statuses.push(answer.statusCode);
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onward.end(body);
  }
  const proxy = createServer((request, response) => void pass(request, response));
  proxy.listen(0, "127.0.0.1");
  await once(proxy, "listening");
  return {
    endpoint: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    statuses,
    async stop() {
      proxy.closeAllConnections();
      proxy.close();
      await once(proxy, "close");
    },
  };
}
