import { expect, test } from "@jest/globals";
import { operations, type PublicOperation } from "@platen/contracts";
import type { Dependencies } from "../dependencies.ts";
import { mountBatchFiles } from "./batch-files.ts";
import { mountBatchRows } from "./batch-rows.ts";
import { mountBatchState } from "./batch-state.ts";
import { mountBatches } from "./batches.ts";
import { mountContents } from "./contents.ts";
import { mountDocuments } from "./documents.ts";
import { mountForwarded } from "./forwarded.ts";
import { mountGenerate } from "./generate.ts";
import { mountLinks } from "./links.ts";
import { mountOwnKey } from "./own-key.ts";
import { mountPresence } from "./presence.ts";
import { mountPreview } from "./preview.ts";
import { mountProjects } from "./projects.ts";
import type { Routes } from "./routes.ts";
import { mountSessions } from "./sessions.ts";

test("every operation of the contract is mounted once", () => {
  const mounted: PublicOperation[] = [];
  const routes: Routes = { mount: (operation) => void mounted.push(operation) };
  // No mount uses another dependency before a request comes.
  const dependencies = { config: {} } as Dependencies;
  for (const mount of [
    mountLinks,
    mountGenerate,
    mountContents,
    mountDocuments,
    mountBatches,
    mountBatchRows,
    mountBatchState,
    mountBatchFiles,
    mountPreview,
    mountProjects,
    mountOwnKey,
    mountPresence,
    mountSessions,
    mountForwarded,
  ]) {
    mount(routes, dependencies);
  }
  // By their names: an operation with all its schemas is thousands of lines of a failure.
  const declared = Object.entries(operations);
  const mountedNames = mounted.map((operation) => declared.find(([, each]) => each === operation)?.[0]);
  expect(new Set(mountedNames)).toEqual(new Set(declared.map(([name]) => name)));
  expect(mounted).toHaveLength(declared.length);
});
