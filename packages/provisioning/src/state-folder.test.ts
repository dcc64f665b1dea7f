import { access, cp, mkdir, mkdtemp, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { canReach, createTemporaryFolder, openStateFolder, unprivilegedUser } from "./index.ts";

let folder: string;
let parent: string;

beforeEach(async () => {
  folder = await createTemporaryFolder("platen-folders-");
  parent = join(folder, "reachable");
});

afterEach(() => rm(folder, { recursive: true }));

test("a folder that the unprivileged user can reach is used as it is", async () => {
  expect(await openStateFolder(join(folder, ".data"), parent)).toBe(join(folder, ".data"));
});

const describeAsRoot = unprivilegedUser() === undefined ? describe.skip : describe;

describeAsRoot("a folder under one that only root may enter", () => {
  const hiddenFolder = async () => join(await mkdtemp(join(folder, "hidden-")), "clone/.data");

  test("is stood in for by one that the unprivileged user can reach, the same one each time", async () => {
    const hidden = await hiddenFolder();
    const first = await openStateFolder(hidden, parent);
    expect(canReach(unprivilegedUser(), hidden)).toBe(false);
    expect(canReach(unprivilegedUser(), first)).toBe(true);
    expect(await openStateFolder(hidden, parent)).toBe(first);
  });

  test("takes what it has along when it is moved", async () => {
    const hidden = await hiddenFolder();
    const first = await openStateFolder(hidden, parent);
    const moved = await hiddenFolder();
    await mkdir(join(moved, ".."));
    await rename(hidden, moved);
    expect(await openStateFolder(moved, parent)).toBe(first);
  });

  test("does not share it with a copy", async () => {
    const hidden = await hiddenFolder();
    const first = await openStateFolder(hidden, parent);
    const copy = await hiddenFolder();
    await cp(hidden, copy, { recursive: true });
    expect(await openStateFolder(copy, parent)).not.toBe(first);
    expect(await openStateFolder(hidden, parent)).toBe(first);
  });

  test("starts afresh when it was deleted, and what stood in for it goes too", async () => {
    const hidden = await hiddenFolder();
    const first = await openStateFolder(hidden, parent);
    await writeFile(join(first, "data"), "old");
    await rm(hidden, { recursive: true });
    const second = await openStateFolder(hidden, parent);
    expect(second).not.toBe(first);
    await expect(access(first)).rejects.toThrow("ENOENT");
  });
});

test("what it holds besides is closed to other users", async () => {
  const opened = await openStateFolder(join(folder, ".data"), parent);
  const others = (await stat(opened)).mode & 0o066;
  expect(others).toBe(0);
});
