import { createKey, publishTemplate } from "../../project-setup.ts";
import type { Tenants } from "./tenants.ts";

type Place = { projectId: string; apiKey: string; templateId: string; batchId: string; documentId: string };

/** Makes projects of the attacker's, each with a key, a batch that takes rows, and a document for tomorrow. */
export async function ownProjects(
  { platen, attacker: { dashboard }, addProject }: Pick<Tenants, "platen" | "attacker" | "addProject">,
  count: number,
): Promise<[Place, ...Place[]]> {
  const make = async (name: string): Promise<Place> => {
    const projectId = await addProject(name);
    const templateId = await publishTemplate(dashboard, projectId, { name, html: "<p>{{x}}</p>" });
    const { key: apiKey, client } = await createKey(platen.baseUrl, dashboard, projectId);
    const { batchId } = await client.createBatch({ templateId });
    const notBefore = new Date(Date.now() + 86_400_000).toISOString();
    const { documentId } = await client.createDocument({ templateId, data: {}, notBefore });
    return { projectId, apiKey, templateId, batchId, documentId };
  };
  const places: [Place, ...Place[]] = [await make("Own 1")];
  while (places.length < count) places.push(await make(`Own ${places.length + 1}`));
  return places;
}
