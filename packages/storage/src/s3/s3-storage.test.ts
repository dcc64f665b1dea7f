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
  test.each([
    ["the service asks to slow down", slowDown],
    ["its checksums tell that bytes have changed on their way", { status: 400, code: "BadDigest" }],
    ["a proxy fails", { status: 502, code: "" }],
    ["the connection is cut", "cut" as const],
  ])("when %s", async (_, fault) => {
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

  test("three times at most, and then fails with the service's code", async () => {
    bucket.failNext(slowDown, slowDown, slowDown);
    await expect(put()).rejects.toMatchObject({ code: "SlowDown", isRetryable: true });
    expect(bucket.calls).toHaveLength(3);
  });
});

test.each([
  { status: 403, code: "AccessDenied" },
  { status: 404, code: "NoSuchBucket" },
  { status: 301, code: "PermanentRedirect" },
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

test.each([
  ["AccessDenied", 403, "cannot write an object: AccessDenied. Allow its access key s3:PutObject"],
  ["NoSuchBucket", 404, "cannot write an object: NoSuchBucket. Create the bucket"],
  ["SignatureDoesNotMatch", 403, "cannot write an object: SignatureDoesNotMatch. Check STORAGE_SECRET_ACCESS_KEY."],
])("the check of a storage that answers %s says what to do", async (code, status, message) => {
  bucket.failNext({ status, code });
  await expect(checkStorage(storage)).rejects.toThrow(message);
});
