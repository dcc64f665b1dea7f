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
    mountPresence,
    mountSessions,
    mountForwarded,
  ]) {
    mount(routes, dependencies);
  }
  expect(new Set(mounted)).toEqual(new Set(Object.values<PublicOperation>(operations)));
  expect(mounted).toHaveLength(Object.keys(operations).length);
});
