import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { mkdir, mkdtemp, readdir, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { createStorage, createMarkedStorage, type MarkedStorage } from "./index.ts";
import { startTestBucket } from "./s3/test-bucket.ts";
import { pieces, textOf } from "./test-storage.ts";

const key = "prj_1/cnt_1.pdf";
const range = { from: 0, to: 2 };

let parent: string;
let folder: string;
let looks: boolean[];
let clock: number;
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), "platen-marked-"));
  folder = join(parent, "files");
  [looks, clock] = [[], 0];
});
afterEach(() => rm(parent, { recursive: true }));

async function marked(url: string, accessKey = {}): Promise<MarkedStorage> {
  const storage = createStorage({ url, ...accessKey });
  await storage.writeMark("own");
  return createMarkedStorage(storage, {
    ownId: () => Promise.resolve("own"),
    onLook: (isRight) => void looks.push(isRight),
    now: () => clock,
  });
}
const markedFolder = () => marked(pathToFileURL(folder).href);
/** What lies below a mounted volume. */
async function unmount(): Promise<void> {
  await rename(folder, join(parent, "volume"));
  await mkdir(folder);
}
async function mount(): Promise<void> {
  await rm(folder, { recursive: true });
  await rename(join(parent, "volume"), folder);
}
const isRefused = (work: Promise<unknown>) =>
  expect(work).rejects.toMatchObject({ code: "WrongStorage", message: expect.stringContaining("no mark") });

test("an unmounted folder is refused at once and stays empty, and nothing in it counts as missing or deleted", async () => {
  const storage = await markedFolder();
  await storage.put(key, pieces("abc"));
  await unmount();
  await isRefused(storage.put("prj_1/cnt_2.pdf", pieces("abc")));
  await isRefused(storage.read(key, range));
  await isRefused(storage.delete(key));
  await isRefused(storage.check());
  await Promise.all(Array.from({ length: 20 }, (_, n) => isRefused(storage.put(`prj_1/cnt_${n}.pdf`, pieces("abc")))));
  expect(await readdir(folder)).toEqual([]);
  expect(looks.at(-1)).toBe(false);

  await mount();
  expect(textOf(await storage.read(key, range))).toBe("abc");
  await storage.check();
  expect(looks.at(-1)).toBe(true);
  await storage.delete(key);
  expect(await storage.read(key, range)).toBeUndefined();
});

test("a folder that is unmounted while an object is written does not take it", async () => {
  const storage = await markedFolder();
  const during = async function* (change: () => Promise<void>) {
    yield Buffer.from("abc");
    await change();
  };
  await expect(storage.put(key, during(unmount))).rejects.toThrow();
  await isRefused(storage.put(key, during(mount)));
  await mount();
  await storage.put("prj_1/cnt_2.pdf", pieces("abc"));
  expect(textOf(await storage.read("prj_1/cnt_2.pdf", range))).toBe("abc");
});

test("the folder of another installation is refused, and the message names its mark", async () => {
  const storage = await markedFolder();
  await createStorage({ url: pathToFileURL(folder).href }).writeMark("other");
  await expect(storage.check()).rejects.toThrow("run `node src/storage.ts adopt other`");
});

test("a bucket that was made again is refused within a second, and asked for its mark once a second at most", async () => {
  const bucket = await startTestBucket();
  try {
    const accessKey = { accessKeyId: "id", secretAccessKey: "secret" };
    const storage = await marked(`s3://bucket/kept?endpoint=${bucket.endpoint}`, accessKey);
    await storage.put(key, pieces("abc"));
    await storage.put(key, pieces("abc"));
    expect(bucket.calls.filter((call) => call.endsWith("/platen-storage.txt"))).toHaveLength(2);
    bucket.objects.clear();
    await isRefused(storage.read(key, range));
    bucket.objects.clear();
    await isRefused(storage.put(key, pieces("abc")));
    expect(bucket.objects.size).toBe(0);
  } finally {
    await bucket.stop();
  }
});
