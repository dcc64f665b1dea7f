import { createProject } from "../create-project.ts";
import type { BenchDocument } from "../documents/bench-document.ts";
import { invoice } from "../documents/invoice.ts";
import { bodyOf, createHttpClient } from "../http-client.ts";
import { printTimeMark } from "./stub-engine.ts";

/** Customers that share the load, each with a project, a template and a key. */
const projectCount = 16;

/** The invoice, whose data say how long it takes to print. */
export const stubTemplate: BenchDocument = {
  ...invoice,
  html: invoice.html.replace("</body>", `${printTimeMark}</body>`),
};

type StubProject = { key: string; templateIds: ReadonlyMap<BenchDocument, string> };

/** Creates the projects of all customers in the catalog's database. */
export function createStubProjects(databaseUrl: string) {
  return Promise.all(Array.from({ length: projectCount }, () => createProject(databaseUrl, [stubTemplate])));
}

/** Returns a function that asks for documents that take `printMs` to print, of each gateway and each project in turn. */
export function requestsTo(
  gatewayUrls: readonly string[],
  projects: readonly StubProject[],
  printMs: number,
): () => Promise<Buffer> {
  const data = JSON.stringify({ ...invoice.data("SCALE"), printMs });
  const clients = gatewayUrls.flatMap((url) =>
    projects.map(({ key, templateIds }) => ({
      post: createHttpClient(url, { apiKey: key }),
      body: `{"templateId":"${templateIds.get(stubTemplate)}","data":${data}}`,
    })),
  );
  let next = 0;
  return async () => {
    const client = clients[(next += 1) % clients.length];
    if (client === undefined) throw new Error("this Platen has no gateway");
    return bodyOf(await client.post("/api/v1/generate", client.body));
  };
}
