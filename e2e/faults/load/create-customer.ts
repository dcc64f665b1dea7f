import type { PageSettings } from "@platen/contracts";
import type { Platen } from "@platen/testing";
import { signIn } from "../../dashboard-session.ts";
import { createKey, createProject, publishTemplate } from "../../project-setup.ts";
import type { Customer } from "./send-load.ts";

/** A table of several pages, whose rendering outweighs the rest of the work. */
export const tableHtml =
  "<table>{{#rows}}<tr><td>{{row}}</td><td>Widget, large</td><td>12.50</td></tr>{{/rows}}</table>";
export const tableData = { rows: Array.from({ length: 400 }, (_, row) => ({ row })) };

/** Creates a project with a template and an API key, and returns the request for its document. */
export async function createCustomer(
  platen: Pick<Platen, "baseUrl" | "account">,
  name: string,
  html = tableHtml,
  data: Record<string, unknown> = tableData,
  settings: PageSettings = {},
): Promise<Customer> {
  const dashboard = await signIn(platen.baseUrl, platen.account);
  const projectId = await createProject(dashboard, name);
  const templateId = await publishTemplate(dashboard, projectId, { name, html, settings });
  const { key } = await createKey(platen.baseUrl, dashboard, projectId);
  return { baseUrl: platen.baseUrl, key, body: JSON.stringify({ templateId, data }) };
}
