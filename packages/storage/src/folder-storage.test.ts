import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { createStorage, type Storage } from "./index.ts";

let folder: string;
let storage: Storage;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "platen-storage-"));
  storage = createStorage(pathToFileURL(folder).href);
});

afterAll(() => rm(folder, { recursive: true }));

async function* pieces(...texts: string[]) {
  for (const text of texts) yield Buffer.from(text);
}

const textOf = (bytes: Uint8Array | undefined) => bytes && Buffer.from(bytes).toString();

test("an object is read whole or in part, and not beyond its end", async () => {
  await storage.put("prj_1/cnt_1.pdf", pieces("abc", "def"));
  expect(textOf(await storage.read("prj_1/cnt_1.pdf", { from: 0, to: 5 }))).toBe("abcdef");
  expect(textOf(await storage.read("prj_1/cnt_1.pdf", { from: 2, to: 3 }))).toBe("cd");
  expect(textOf(await storage.read("prj_1/cnt_1.pdf", { from: 4, to: 99 }))).toBe("ef");
  expect(textOf(await storage.read("prj_1/cnt_1.pdf", { from: 99, to: 99 }))).toBe("");
});

test("only the user of the process reads an object", async () => {
  await storage.put("prj_2/cnt_1.pdf", pieces("abc"));
  expect((await stat(join(folder, "prj_2/cnt_1.pdf"))).mode & 0o777).toBe(0o600);
  expect((await stat(join(folder, "prj_2"))).mode & 0o777).toBe(0o700);
});

test("an object whose content breaks off does not exist and leaves no file", async () => {
  const broken = async function* () {
    yield Buffer.from("abc");
    throw new Error("broke off");
  };
  await expect(storage.put("prj_3/cnt_1.pdf", broken())).rejects.toThrow("broke off");
  expect(await storage.read("prj_3/cnt_1.pdf", { from: 0, to: 2 })).toBeUndefined();
  expect(await readdir(join(folder, "prj_3"))).toEqual([]);
});

test("deleting removes an object and what a killed process has left of one, and nothing else is an error", async () => {
  await storage.put("prj_4/cnt_1.pdf", pieces("abc"));
  await writeFile(join(folder, "prj_4/cnt_2.pdf.part"), "ab");
  await storage.delete("prj_4/cnt_1.pdf");
  await storage.delete("prj_4/cnt_2.pdf");
  await storage.delete("prj_4/cnt_3.pdf");
  expect(await readdir(join(folder, "prj_4"))).toEqual([]);
});

test.each(["../x.pdf", "/etc/passwd", "prj_1/../../x.pdf", "prj_1/x", ""])(
  "a key such as %j is refused",
  async (key) => {
    await expect(storage.put(key, pieces("abc"))).rejects.toThrow("takes no key");
  },
);
