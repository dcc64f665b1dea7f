import { beforeEach, expect, test } from "@jest/globals";
import { operations } from "@platen/contracts";
import { screen, waitFor } from "@testing-library/react";
import { paths } from "../paths.ts";
import { openDashboard, projectId, startGateway, templateId } from "../testing/open-dashboard.tsx";

const gateway = startGateway();
const other = { projectId: "prj_01jd3k8v7n2q4r6s8t0v2w4x61", name: "Billing" };

beforeEach(() => {
  gateway.serve(operations.listMemberProjects, ({ query }) => ({
    projects: other.name.toLowerCase().includes((query.search ?? "").toLowerCase()) ? [other] : [],
    pagination: { total: 1 },
  }));
  gateway.serve(operations.listTemplates.member, ({ query }) => ({
    templates: "Invoice".toLowerCase().includes((query.search ?? "-").toLowerCase())
      ? [{ templateId, name: "Invoice" }]
      : [],
  }));
  gateway.serve(operations.listApiKeys, { apiKeys: [], pagination: { total: 0 } });
  gateway.serve(operations.listMembers, { members: [] });
  gateway.serve(operations.listInvitations, { invitations: [] });
});

async function type(text: string) {
  const page = openDashboard(paths.members({ projectId }));
  await screen.findByRole("heading", { name: "Members" });
  await page.user.keyboard("{Control>}k{/Control}");
  await page.user.type(await screen.findByPlaceholderText(/^Go to a template/), text);
  return page;
}

test("another project is found by a few letters and opened by Enter", async () => {
  const { user, address } = await type("bil");
  await screen.findByText("Billing");
  await user.keyboard("{Enter}");
  await waitFor(() => expect(address()).toBe(paths.templates(other)));
});

test("a page of the project is found by a part of its name", async () => {
  const { user, address } = await type("api k");
  await screen.findByText("API keys", { selector: "[data-action] *" });
  await user.keyboard("{Enter}");
  await waitFor(() => expect(address()).toBe(paths.apiKeys({ projectId })));
});

test("a document is found by its whole id and opened by Enter", async () => {
  const documentId = "doc_01jd3k8v7n2q4r6s8t0v2w4x6z";
  gateway.serve(operations.getDocument.member, {
    documentId,
    filename: "invoice.pdf",
    finishedAt: "2026-01-31T09:00:00.000Z",
  });
  gateway.serve(operations.listDocumentDeliveries.member, { deliveries: [] });
  gateway.serve(operations.getDocumentRequest, { request: null });
  const { user, address } = await type(documentId);
  await screen.findByText("invoice.pdf");
  await user.keyboard("{Enter}");
  await waitFor(() => expect(address()).toBe(paths.document({ projectId, documentId })));
});

test("a template is found while the letters are typed", async () => {
  await type("invo");
  expect(await screen.findByText("Invoice")).toBeTruthy();
});
