import type { BatchSender } from "./batch-sender.ts";

const count = 60;

/** Compares documents by `POST /generate` with documents by `POST /documents`, in turns, one after the other. */
export async function measureSingles(
  { client }: Pick<BatchSender, "client">,
  {
    generate,
    document,
  }: { generate: () => Promise<unknown>; document: () => { templateId: string; data: Record<string, unknown> } },
): Promise<{ generatedMs: number[]; takenMs: number[]; completedMs: number[] }> {
  const [generatedMs, takenMs, completedMs]: [number[], number[], number[]] = [[], [], []];
  for (let single = 0; single < count; single += 1) {
    const startedAt = performance.now();
    await generate();
    const answeredAt = performance.now();
    const { documentId } = await client.createDocument(document());
    const takenAt = performance.now();
    await client.waitForDocument(documentId);
    generatedMs.push(answeredAt - startedAt);
    takenMs.push(takenAt - answeredAt);
    completedMs.push(performance.now() - takenAt);
  }
  return { generatedMs, takenMs, completedMs };
}
