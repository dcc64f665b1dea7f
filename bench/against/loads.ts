import { z } from "zod";
import { createBatchSender } from "../batches/batch-sender.ts";
import { createProject } from "../create-project.ts";
import { dataJson, type BenchDocument } from "../documents/bench-document.ts";
import { documentNamed } from "../documents/documents.ts";
import { invoice } from "../documents/invoice.ts";
import { bodyOf, createHttpClient } from "../http-client.ts";
import { measureWindow, type Competitor } from "../measure/measure-window.ts";
import { positive, readOptions } from "../read-options.ts";
import { createStubProjects, requestsTo } from "../scale/stub-projects.ts";
import { UserError } from "../user-error.ts";
import type { Measurement } from "./pairs.ts";
import type { Release } from "./start-release.ts";

/** A load of which each release gets as much as the other. */
export type Load = {
  rounds: number;
  /** What a release makes: a PDF or a row of a batch. */
  unit: string;
  stubSlots: number;
  /** Prepares a release and returns what measures it, by title. The titles are the same for each release. */
  prepare(release: Release): Promise<Measures>;
};
export type Measures = ReadonlyMap<string, () => Promise<Measurement>>;

const common = { rounds: z.coerce.number().int().positive().default(10), window: positive.default(1.5) };
const count = z.coerce.number().int().positive();

const documentNames = z.string().transform((names) => names.split(",").map(documentNamed));

/** The whole service. */
function generate(args: string[]): Load {
  const { rounds, window, documents, connections } = readOptions(args, {
    ...common,
    documents: documentNames.default([invoice]),
    connections: count.default(64),
  });
  const prepare = (release: Release) => prepareDocuments(release, { documents, connections, windowMs: window * 1_000 });
  return { rounds, unit: "PDF", stubSlots: 0, prepare };
}

/** The processes that print: only these count, and they have few documents at once. */
function render(args: string[]): Load {
  const { rounds, window, documents } = readOptions(args, {
    ...common,
    documents: documentNames.default(["invoice", "report", "table"].map(documentNamed)),
  });
  const printing = new Set(["worker", "fill processes", "browser"]);
  return {
    rounds,
    unit: "PDF",
    stubSlots: 0,
    prepare: (release) =>
      prepareDocuments(
        { ...release, parts: release.parts.filter(({ part }) => printing.has(part)) },
        { documents, connections: 4, windowMs: window * 1_000 },
      ),
  };
}

async function prepareDocuments(
  { name, baseUrl, databaseUrl, parts }: Release,
  options: { documents: readonly BenchDocument[]; connections: number; windowMs: number },
) {
  const { key, templateIds } = await createProject(databaseUrl, options.documents);
  const post = createHttpClient(baseUrl, { apiKey: key });
  const measureOf = (document: BenchDocument) => {
    const json = dataJson(document);
    const competitor: Competitor = {
      name,
      concurrency: options.connections,
      processes: () => parts,
      print: async (_document, run) =>
        bodyOf(await post("/api/v1/generate", `{"templateId":"${templateIds.get(document)}","data":${json(run)}}`)),
    };
    return () => measureWindow(competitor, document, options.windowMs);
  };
  return new Map(options.documents.map((document) => [document.name, measureOf(document)]));
}

/** All PDFs of a stub are the same. */
const allEqual = () => Promise.resolve(undefined);

/** Everything except the browser, which takes time and no processor. */
function scale(args: string[]): Load {
  const { rounds, window, slots, print } = readOptions(args, {
    ...common,
    slots: count.default(8),
    print: positive.default(20),
  });
  return {
    rounds,
    unit: "document",
    stubSlots: slots,
    async prepare({ name, baseUrl, databaseUrl, parts }) {
      const competitor: Competitor = {
        name,
        concurrency: slots * 4,
        processes: () => parts,
        print: requestsTo([baseUrl], await createStubProjects(databaseUrl), print),
      };
      const measure = () => measureWindow(competitor, invoice, window * 1_000, allEqual);
      return new Map([[`${slots} slots of ${print} ms`, measure]]);
    },
  };
}

/** Batches, one after the other. */
function batches(args: string[]): Load {
  const { rounds, rows, documents } = readOptions(args, {
    rounds: common.rounds,
    rows: count.default(150),
    documents: documentNames.default([invoice]),
  });
  return {
    rounds,
    unit: "row",
    stubSlots: 0,
    async prepare(release) {
      const project = await createProject(release.databaseUrl, documents);
      const { status } = await createHttpClient(release.baseUrl, { apiKey: project.key })("/api/v1/batches", "{}");
      if (status === 404) throw new UserError(`${release.name} has no batches. Name a later release, such as HEAD.`);
      const sender = createBatchSender(release, project);
      // A row has no latency: it waits for the rows before it.
      const measureOf = (document: BenchDocument) => async () => ({
        ...(await sender.make(document, rows)),
        latenciesMs: [],
        failures: [],
      });
      return new Map(documents.map((document) => [`batch of ${document.name}s`, measureOf(document)]));
    },
  };
}

export const loads: ReadonlyMap<string, (args: string[]) => Load> = new Map(
  Object.entries({ generate, render, scale, batches }),
);
