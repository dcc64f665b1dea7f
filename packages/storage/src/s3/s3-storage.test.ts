import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { checkStorage } from "../check-storage.ts";
import type { Storage } from "../storage.ts";
import { broken, largeContent, pieces, testStorage, textOf } from "../test-storage.ts";
import { isS3Location, readS3Location } from "./s3-location.ts";
import { createS3Storage } from "./s3-storage.ts";
import { startTestBucket } from "./test-bucket.ts";

let bucket: Awaited<ReturnType<typeof startTestBucket>>;
let storage: Storage;

function openBucket(limits: { attemptTimeoutMs?: number } = {}): Storage {
  const location = readS3Location(`s3://bucket/kept?endpoint=${bucket.endpoint}`);
  if (!isS3Location(location)) throw new Error(location.mistake);
  return createS3Storage({ location, accessKeyId: "id", secretAccessKey: "secret", pauseMs: 1, ...limits });
}

beforeAll(async () => {
  bucket = await startTestBucket();
  storage = openBucket();
});

beforeEach(() => {
  bucket.calls.length = 0;
});

afterAll(() => bucket.stop());

testStorage(() => storage);

const key = "prj_9/cnt_1.pdf";
const put = () => storage.put(key, pieces("abc"));
const slowDown = { status: 503, code: "SlowDown" };

describe("a call is made again", () => {
  const codes =
    "BadDigest IncompleteBody InternalError OperationAborted RequestTimeout SlowDown XAmzContentSHA256Mismatch";
  test.each([
    ...codes.split(" ").map((code) => ({ status: 400, code })),
    ...[408, 429, 500, 502, 503, 504].map((status) => ({ status, code: "" })),
    "cut" as const,
  ])("when %j comes in place of its answer", async (fault) => {
    bucket.failNext(fault);
    await put();
    expect(bucket.calls).toHaveLength(2);
    expect(textOf(await storage.read(key, { from: 0, to: 2 }))).toBe("abc");
  });

  test("when no answer comes in time", async () => {
    bucket.failNext("silent");
    await openBucket({ attemptTimeoutMs: 1_000 }).put(key, pieces("abc"));
    expect(bucket.calls).toHaveLength(2);
  });

  test("three times at most, and then tells that it got no answer", async () => {
    bucket.failNext("cut", "cut", "cut");
    const message = "PUT bucket/kept/prj_9/cnt_1.pdf lost its connection or got none";
    await expect(put()).rejects.toMatchObject({ code: "Unreachable", message });
  });

  test("three times at most, and then fails with the service's code", async () => {
    bucket.failNext(slowDown, slowDown, slowDown);
    await expect(put()).rejects.toMatchObject({
      code: "SlowDown",
      message: "PUT bucket/kept/prj_9/cnt_1.pdf was answered with SlowDown: Refused.",
    });
    expect(bucket.calls).toHaveLength(3);
  });
});

test.each([
  { status: 403, code: "AccessDenied" },
  { status: 404, code: "NoSuchBucket" },
  { status: 301, code: "PermanentRedirect" },
  { status: 501, code: "NotImplemented" },
])("a call that is refused with $code is not made again", async (refusal) => {
  bucket.failNext(refusal);
  await expect(storage.read(key, { from: 0, to: 2 })).rejects.toMatchObject({ code: refusal.code });
  expect(bucket.calls).toHaveLength(1);
});

test("an object whose content breaks off, or that the service refuses, leaves no upload", async () => {
  await expect(storage.put(key, broken(...largeContent()))).rejects.toThrow("broke off");
  expect(bucket.uploads.size).toBe(0);
  const accepted = storage.put(key, pieces(...largeContent()));
  const refused = expect(accepted).rejects.toMatchObject({ code: "AccessDenied" });
  bucket.failNext({ status: 503, code: "SlowDown" }, { status: 403, code: "AccessDenied" });
  await refused;
  expect(bucket.uploads.size).toBe(0);
});

test("an upload is not complete when its answer begins well and ends with an error", async () => {
  bucket.failNext("none", "none", "none", "none", { status: 200, code: "EntityTooSmall" });
  await expect(storage.put(key, pieces(...largeContent()))).rejects.toMatchObject({ code: "EntityTooSmall" });
});

test("deleting removes what a killed process has left of an object", async () => {
  bucket.uploads.set("left", { name: `kept/${key}`, parts: new Map() });
  bucket.uploads.set("other", { name: "kept/prj_9/cnt_2.pdf", parts: new Map() });
  await storage.delete(key);
  expect([...bucket.uploads.keys()]).toEqual(["other"]);
  bucket.uploads.clear();
});

test("objects lie below the prefix", async () => {
  await put();
  expect(bucket.calls).toEqual(["PUT /bucket/kept/prj_9/cnt_1.pdf"]);
});

const network = "Check the endpoint in STORAGE_URL, and that the network lets the catalog reach it.";
test.each([
  ["AccessDenied", /^Allow its access key (?:s3:\w+, ){4}s3:AbortMultipartUpload and s3:ListBucketMultipartUploads\.$/],
  ["AuthorizationHeaderMalformed", "Set the bucket's region in STORAGE_URL."],
  ["InvalidAccessKeyId", "Check STORAGE_ACCESS_KEY_ID."],
  ["NoSuchBucket", "Create the bucket, or name another one in STORAGE_URL."],
  ["PermanentRedirect", "Set the bucket's region in STORAGE_URL."],
  ["RequestTimeTooSkewed", "Set the clock of this machine."],
  ["SignatureDoesNotMatch", "Check STORAGE_SECRET_ACCESS_KEY."],
  ["Timeout", network],
  ["Unreachable", network],
  ["EACCES", "Give the folder to the user of the catalog."],
  ["EPERM", "Give the folder to the user of the catalog."],
  ["ENOSPC", "Make room on the disk."],
  ["ENOTDIR", "Name a folder in STORAGE_URL."],
  ["EROFS", "Mount the folder for writing."],
  ["Unknown", "Check the settings of the storage."],
])("the check of a storage that answers %s says what to do: %s", async (code, advice) => {
  bucket.failNext({ status: 400, code });
  const message = await checkStorage(storage).catch((error: Error) => error.message);
  const [what, how] = String(message).split(`: ${code}. `);
  expect([what, how]).toEqual(["The storage of kept PDFs cannot write an object", expect.stringMatching(advice)]);
});
