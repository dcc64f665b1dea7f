import { rm } from "node:fs/promises";
import { readFileSync } from "node:fs";
import { createClient } from "@platen/client";
import { createTemporaryFolder } from "@platen/provisioning";
import { samples } from "@platen/samples";
import type { BenchContext } from "../bench-context.ts";
import { largeTable } from "../documents/table.ts";
import type { OnCleanup } from "../cleanup.ts";
import { findChromium } from "../find-chromium.ts";
import { createBenchProject } from "../create-bench-project.ts";
import type { ProcessPart } from "../measure/process-usage.ts";
import { startScratchPlaten } from "../scratch-platen.ts";
import { sampleOrder, type Order } from "./order.ts";

/** The service under load, and the documents to ask for. */
export type Target = {
  name: string;
  url: string;
  key: string;
  orders: Order[];
  /** One large document. */
  large: Order | undefined;
  /** The processes of a service on this machine. */
  parts: ProcessPart[];
};

/** Starts a Platen with one worker, which prints as many documents at once as the machine has cores. */
export async function startTarget(context: BenchContext, onCleanup: OnCleanup): Promise<Target> {
  const folder = await createTemporaryFolder("platen-bench-");
  onCleanup(() => rm(folder, { recursive: true, force: true }));
  const { databaseUrl, gatewayUrl, pids } = await startScratchPlaten(context, onCleanup, {
    chromiumPath: await findChromium(context, folder),
    durable: true,
  });
  const { key, templateIds } = await createBenchProject(databaseUrl, [...samples, largeTable]);
  const idOf = (template: (typeof samples)[number] | typeof largeTable) => templateIds.get(template) ?? "";
  const worker = pids.worker ?? 0;
  return {
    name: "a Platen on this machine",
    url: gatewayUrl,
    key,
    orders: samples.map((sample) => sampleOrder(sample, idOf(sample))),
    large: {
      name: largeTable.name,
      weight: 1,
      body: JSON.stringify({ templateId: idOf(largeTable), data: largeTable.data("large") }),
    },
    parts: [
      { part: "gateway", pid: pids.gateway, scope: "tree" },
      { part: "catalog", pid: pids.catalog, scope: "tree" },
      { part: "worker", pid: worker, scope: "self" },
      { part: "Redis", pid: pids.redis, scope: "tree" },
      { part: "PostgreSQL", pid: pids.postgres, scope: "tree" },
      { part: "browser", pid: worker, scope: "below" },
      { part: "load generator", pid: process.pid, scope: "self" },
    ],
  };
}

export type GivenTarget = {
  url: string;
  key?: string | undefined;
  /** `<template id>` or `<template id>=<file with its data as JSON>`. */
  templates: readonly string[];
  large?: string | undefined;
};

/** A Platen that runs elsewhere. Without `templates` it is asked for the project's templates named like a sample. */
export async function givenTarget({ url, key, templates, large }: GivenTarget): Promise<Target> {
  if (!key) throw new Error("--url needs an API key: set PLATEN_API_KEY, or pass --key");
  const orders = templates.length > 0 ? templates.map(givenOrder) : await demoOrders(url, key);
  if (orders.length === 0) {
    throw new Error("The project of the API key has none of the sample templates. Pass others with --template.");
  }
  return { name: url, url, key, orders, large: large === undefined ? undefined : givenOrder(large), parts: [] };
}

async function demoOrders(baseUrl: string, apiKey: string): Promise<Order[]> {
  const orders: Order[] = [];
  for await (const { name, templateId } of createClient({ baseUrl, apiKey }).allTemplates()) {
    const sample = samples.find((one) => one.name === name);
    if (sample) orders.push(sampleOrder(sample, templateId));
  }
  return orders;
}

function givenOrder(text: string): Order {
  const [templateId = "", file] = text.split("=", 2);
  const data: unknown = file === undefined ? {} : JSON.parse(readFileSync(file, "utf8"));
  return { name: templateId, weight: 1, body: JSON.stringify({ templateId, data }) };
}
