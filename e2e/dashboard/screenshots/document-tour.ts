import { createClient } from "@platen/client";
import type { Platen } from "@platen/testing";
import type { Tour } from "./tour.ts";

/** The list of documents, a completed and a failed document. */
export async function tourDocuments({ platen, visitor, shoot }: Tour): Promise<void> {
  const { open, click, find, sees, page } = visitor;
  const documents = `/projects/${platen.projectId}/documents`;
  await open(documents);
  await sees("No documents yet");
  await shoot("documents-empty");
  await generateDocuments(platen);
  await open(documents);
  await find("link", "invoice-2031");
  await shoot("documents");
  await click("link", "invoice-2031");
  await sees("Timeline");
  await shoot("document");
  await open(documents);
  await page.locator('select[aria-label="Status"]').fill("failed");
  await page.locator('select[aria-label="Template"]').fill(platen.templates[0]?.templateId ?? "");
  await page.waitForFunction(() => document.querySelectorAll("tbody tr").length === 1);
  await shoot("documents-filtered");
  await page.locator("tbody a").click();
  await sees("Timeline");
  await shoot("document-failed");
  await open(`${documents}?status=failed&to=2020-01-01T00:00:00.000Z`);
  await sees("No documents match");
  await shoot("documents-no-match");
}

async function generateDocuments({ baseUrl, apiKey, templates }: Platen): Promise<void> {
  const client = createClient({ baseUrl, apiKey });
  for (const { templateId, sampleData } of templates) await client.generateDocument({ templateId, data: sampleData });
  const [first] = templates;
  if (!first) return;
  const { templateId, sampleData: data } = first;
  await client.generateDocument({ templateId, data, filename: "invoice-2031" });
  // One document that fails, for its page.
  await client.generateDocument({ templateId, data, options: { pageRanges: "900" } }).catch(() => undefined);
}
