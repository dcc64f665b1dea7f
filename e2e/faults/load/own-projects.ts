import type { Platen } from "@platen/testing";
import type { DashboardSession } from "../../dashboard-session.ts";
import { createKey, publishTemplate } from "../../project-setup.ts";
import type { Tenants } from "./tenants.ts";

/** An own project, with a key, a template, a batch that takes rows, and a document for tomorrow. */
export type OwnProject = { projectId: string; apiKey: string; templateId: string; batchId: string; documentId: string };

export async function fillProject(
  { baseUrl }: Pick<Platen, "baseUrl">,
  dashboard: DashboardSession,
  projectId: string,
): Promise<OwnProject> {
  const templateId = await publishTemplate(dashboard, projectId, { name: "Own", html: "<p>{{x}}</p>" });
  const { key: apiKey, client } = await createKey(baseUrl, dashboard, projectId);
  const { batchId } = await client.createBatch({ templateId });
  const notBefore = new Date(Date.now() + 86_400_000).toISOString();
  const { documentId } = await client.createDocument({ templateId, data: {}, notBefore });
  return { projectId, apiKey, templateId, batchId, documentId };
}

/** Makes projects of the attacker's. */
export async function ownProjects(
  { platen, attacker, addProject }: Pick<Tenants, "platen" | "attacker" | "addProject">,
  count: number,
): Promise<[OwnProject, ...OwnProject[]]> {
  const make = async (name: string) => fillProject(platen, attacker.dashboard, await addProject(name));
  const made: [OwnProject, ...OwnProject[]] = [await make("Own 1")];
  while (made.length < count) made.push(await make(`Own ${made.length + 1}`));
  return made;
}
