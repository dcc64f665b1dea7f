import { expect, test } from "@jest/globals";
import { checkStorage } from "./check-storage.ts";
import type { Storage } from "./storage.ts";

export async function* pieces(...contents: (string | Uint8Array)[]) {
  for (const content of contents) yield Buffer.from(content);
}

/** Content that breaks off after these pieces. */
export async function* broken(...contents: (string | Uint8Array)[]) {
  yield* pieces(...contents);
  throw new Error("broke off");
}

export const textOf = (bytes: Uint8Array | undefined) => bytes && Buffer.from(bytes).toString();

/** More than two parts of an upload, in pieces that end within parts. */
export function largeContent(): Buffer[] {
  const piece = Buffer.alloc(3 * 1024 * 1024 + 7);
  return Array.from({ length: 4 }, (_, index) => Buffer.from(piece.fill(index + 1)));
}

/** Declares the tests that every storage passes. */
export function testStorage(storage: () => Storage): void {
  test("an object is read whole or in part, and not beyond its end", async () => {
    const key = "prj_1/cnt_1.pdf";
    await storage().put(key, pieces("abc", "def"));
    expect(textOf(await storage().read(key, { from: 0, to: 5 }))).toBe("abcdef");
    expect(textOf(await storage().read(key, { from: 2, to: 3 }))).toBe("cd");
    expect(textOf(await storage().read(key, { from: 4, to: 99 }))).toBe("ef");
    expect(textOf(await storage().read(key, { from: 99, to: 99 }))).toBe("");
  });

  test("a large object has its bytes in their order", async () => {
    const content = largeContent();
    const whole = Buffer.concat(content);
    await storage().put("prj_1/cnt_2.pdf", pieces(...content));
    const read = await storage().read("prj_1/cnt_2.pdf", { from: 0, to: whole.byteLength });
    expect(whole.equals(read ?? Buffer.alloc(0))).toBe(true);
  });

  test("an object whose content breaks off does not exist, however long it was", async () => {
    await expect(storage().put("prj_3/cnt_1.pdf", broken("abc"))).rejects.toThrow("broke off");
    await expect(storage().put("prj_3/cnt_2.pdf", broken(...largeContent()))).rejects.toThrow("broke off");
    expect(await storage().read("prj_3/cnt_1.pdf", { from: 0, to: 2 })).toBeUndefined();
    expect(await storage().read("prj_3/cnt_2.pdf", { from: 0, to: 2 })).toBeUndefined();
  });

  test("a deleted object does not exist, and a missing one is deleted without an error", async () => {
    await storage().put("prj_4/cnt_1.pdf", pieces("abc"));
    await storage().delete("prj_4/cnt_1.pdf");
    await storage().delete("prj_4/cnt_1.pdf");
    expect(await storage().read("prj_4/cnt_1.pdf", { from: 0, to: 2 })).toBeUndefined();
  });

  test.each(["../x.pdf", "/etc/passwd", "prj_1/../../x.pdf", "prj_1/x", ""])(
    "a key such as %j is refused",
    async (key) => {
      await expect(storage().put(key, pieces("abc"))).rejects.toThrow("takes no key");
    },
  );

  test("a list has each object with its size and time, on several pages, and nothing else", async () => {
    const keys = ["prj_5/cnt_1.pdf", "prj_5/cnt_2.pdf", "prj_5/cnt_3.pdf", "prj_6/cnt_1.pdf", "prj_6/cnt_2.pdf"];
    // Some servers tell the time in whole seconds, and a machine may set its clock meanwhile.
    const toleranceMs = 60_000;
    const before = Date.now() - toleranceMs;
    for (const key of keys) await storage().put(key, pieces("abc"));
    const after = Date.now() + toleranceMs;
    await storage().writeMark("sto-1");
    const listed = [];
    for await (const object of storage().list()) if (/^prj_[56]/.test(object.key)) listed.push(object);
    expect(listed.map(({ key }) => key).toSorted()).toEqual(keys);
    for (const { sizeBytes, writtenAt } of listed) {
      expect(sizeBytes).toBe(3);
      expect(writtenAt.getTime()).toBeGreaterThanOrEqual(before);
      expect(writtenAt.getTime()).toBeLessThanOrEqual(after);
    }
    for (const key of keys) await storage().delete(key);
  });

  test("a mark is read as it was written, and a later one replaces it", async () => {
    await storage().writeMark("sto-1");
    expect(await storage().readMark()).toBe("sto-1");
    await storage().writeMark("sto-2");
    expect(await storage().readMark()).toBe("sto-2");
  });

  test("passes the check of its settings", async () => {
    await checkStorage(storage());
  });
}
