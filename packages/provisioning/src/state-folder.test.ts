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

test("a folder that the unprivileged user can reach is the state folder", async () => {
  expect(await openStateFolder(join(folder, ".data"), parent)).toBe(join(folder, ".data"));
});

// Tests of what only root can set up are skipped for other users.
const describeAsRoot = unprivilegedUser() === undefined ? describe.skip : describe;

describeAsRoot("a folder under one that only root may enter", () => {
  const hiddenFolder = async () => join(await mkdtemp(join(folder, "hidden-")), "clone/.data");

  test("gets one stand-in that the unprivileged user can reach, the same at each start", async () => {
    const hidden = await hiddenFolder();
    const first = await openStateFolder(hidden, parent);
    expect(canReach(unprivilegedUser(), hidden)).toBe(false);
    expect(canReach(unprivilegedUser(), first)).toBe(true);
    expect(await openStateFolder(hidden, parent)).toBe(first);
  });

  test("keeps its stand-in when it is moved", async () => {
    const hidden = await hiddenFolder();
    const first = await openStateFolder(hidden, parent);
    const moved = await hiddenFolder();
    await mkdir(join(moved, ".."));
    await rename(hidden, moved);
    expect(await openStateFolder(moved, parent)).toBe(first);
  });

  test("does not share its stand-in with a copy", async () => {
    const hidden = await hiddenFolder();
    const first = await openStateFolder(hidden, parent);
    const copy = await hiddenFolder();
    await cp(hidden, copy, { recursive: true });
    expect(await openStateFolder(copy, parent)).not.toBe(first);
    expect(await openStateFolder(hidden, parent)).toBe(first);
  });

  test("gets a new stand-in after it was deleted, and the old one goes", async () => {
    const hidden = await hiddenFolder();
    const first = await openStateFolder(hidden, parent);
    await writeFile(join(first, "data"), "old");
    await rm(hidden, { recursive: true });
    const second = await openStateFolder(hidden, parent);
    expect(second).not.toBe(first);
    await expect(access(first)).rejects.toThrow("ENOENT");
  });
});

test("other users cannot list or read the state folder", async () => {
  const opened = await openStateFolder(join(folder, ".data"), parent);
  const others = (await stat(opened)).mode & 0o066;
  expect(others).toBe(0);
});
