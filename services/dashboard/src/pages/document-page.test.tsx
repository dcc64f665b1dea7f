import { beforeEach, describe, expect, jest, test } from "@jest/globals";
import { operations } from "@platen/contracts";
import { screen, waitFor, within } from "@testing-library/react";
import { paths } from "../paths.ts";
import { openDashboard, projectId, startGateway, templateId } from "../testing/open-dashboard.tsx";

const gateway = startGateway();
const documentId = "doc_01jd3k8v7n2q4r6s8t0v2w4x6z";
const params = { projectId, documentId };
const address = paths.document({ projectId, documentId });
const finishedAt = "2026-01-31T09:00:01.000Z";
const kept = { status: "completed", finishedAt, filename: "invoice.pdf", content: "available", templateId } as const;

beforeEach(() => {
  gateway.serve(operations.getDocument.member, kept);
  gateway.serve(operations.listDocumentDeliveries.member, { deliveries: [] });
  gateway.serve(operations.getDocumentRequest, { request: null });
});

test("a failure is told once in the words of the request, says whether to try again, and leads to its line", async () => {
  gateway.serve(operations.getDocument.member, {
    status: "failed",
    finishedAt,
    content: "none",
    templateId,
    version: 3,
    failure: {
      code: "data_invalid",
      message: "html, line 4, column 2: `amount` is no number",
      details: [{ path: "html", line: 4, column: 2, message: "`amount` is no number" }],
      retryable: false,
      stage: "template",
    },
  });
  openDashboard(address);
  expect(await screen.findByRole("heading", { name: "The data does not fit the template" })).toBeTruthy();
  expect(screen.getAllByText(/amount is no number/)).toHaveLength(1);
  expect(screen.getByText(/failed while its data was filled in\. The same request will fail again/)).toBeTruthy();
  const link = screen.getByRole("link", { name: "Open version 3 at line 4" });
  expect(link.getAttribute("href")).toBe(
    `/dashboard${paths.versionAt({ projectId, templateId, version: 3, part: "html", line: 4 })}`,
  );
  expect(screen.queryByRole("button", { name: /Download|Delete|Copy link/ })).toBeNull();
});

test("a warning names what is missing once, and leads to each of its lines in the version of the document", async () => {
  const missing = { code: "data.missing", message: "The data lacks `due`." };
  gateway.serve(operations.getDocument.member, {
    ...kept,
    version: 3,
    warnings: [
      { ...missing, part: "html", line: 2, column: 9 },
      { ...missing, part: "settings.footer", line: 7 },
      { ...missing, part: "snippets.letterhead.html", line: 5, column: 1 },
      { code: "page.empty", message: "Page 2 shows nothing." },
    ],
  });
  openDashboard(address);
  expect(await screen.findByRole("heading", { name: "2 warnings" })).toBeTruthy();
  expect(screen.getAllByText(/The data lacks/)).toHaveLength(1);
  const panel = within(screen.getByText("Missing data.").closest("li") ?? document.body);
  for (const place of [
    "html, line 2, column 9",
    "settings.footer, line 7, column 1",
    "snippets.letterhead.html, line 5",
  ])
    expect(panel.getByText(new RegExp(place))).toBeTruthy();
  const links = panel.getAllByRole("link").map((link) => [link.textContent, link.getAttribute("href")]);
  expect(links).toEqual([
    [
      "Open version 3 at line 2",
      `/dashboard${paths.versionAt({ projectId, templateId, version: 3, part: "html", line: 2 })}`,
    ],
    [
      "Open version 3 at line 7",
      `/dashboard${paths.versionAt({ projectId, templateId, version: 3, part: "footer", line: 7 })}`,
    ],
  ]);
});

test("a document that another project has says that this project has none", async () => {
  gateway.refuse(operations.getDocument.member, { code: "document.not_found" });
  openDashboard(address);
  expect(await screen.findByText("This project has no such document.")).toBeTruthy();
});

describe("links to the PDF", () => {
  test("are copied for the chosen time, and the message says until when they work", async () => {
    gateway.serve(operations.createLink.member, {
      url: "https://platen.example/l/1",
      expiresAt: "2026-02-01T09:00:00.000Z",
    });
    const { user } = openDashboard(address);
    await user.click(await screen.findByRole("button", { name: "Copy link" }));
    await user.click(await screen.findByRole("menuitem", { name: "Valid for 1 day" }));
    expect(await screen.findByText(/^The link is copied\. .* until 1 Feb 2026/)).toBeTruthy();
    expect(await navigator.clipboard.readText()).toBe("https://platen.example/l/1");
    expect(gateway.requestsOf(operations.createLink.member)).toEqual([
      { params, body: { expiresIn: 86_400, disposition: "inline" } },
    ]);
  });

  test("are shown in a dialog where the browser lets no page copy", async () => {
    gateway.serve(operations.createLink.member, {
      url: "https://platen.example/l/1",
      expiresAt: "2026-02-01T09:00:00.000Z",
    });
    const copying = jest.replaceProperty(window, "isSecureContext", false);
    const { user } = openDashboard(address);
    await user.click(await screen.findByRole("button", { name: "Copy link" }));
    await user.click(await screen.findByRole("menuitem", { name: "Valid for 7 days" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Copy the link" }));
    expect(dialog.getByText(/Everybody who has the link can open the PDF until 1 Feb 2026/)).toBeTruthy();
    expect(dialog.getByText("https://platen.example/l/1")).toBeTruthy();
    copying.restore();
  });

  test("are taken back after a question, and the focus returns to their button", async () => {
    gateway.serve(operations.revokeLinks.member, undefined);
    const { user } = openDashboard(address);
    const button = await screen.findByRole("button", { name: "Copy link" });
    await user.click(button);
    await user.click(await screen.findByRole("menuitem", { name: "Take links back" }));
    await user.click(await screen.findByRole("button", { name: "Take links back" }));
    expect(await screen.findByText("No link that was created before opens this PDF any more.")).toBeTruthy();
    expect(gateway.requestsOf(operations.revokeLinks.member)).toEqual([{ params }]);
    await waitFor(() => expect(document.activeElement).toBe(button));
  });

  test("that are not created say why", async () => {
    gateway.refuse(operations.createLink.member, { code: "content.not_found", message: "The PDF is deleted." });
    const { user } = openDashboard(address);
    await user.click(await screen.findByRole("button", { name: "Copy link" }));
    await user.click(await screen.findByRole("menuitem", { name: "Valid for 1 hour" }));
    expect(await screen.findByText("The link was not created. The PDF is deleted.")).toBeTruthy();
  });
});

test("a kept PDF is deleted once: after that its button does nothing", async () => {
  gateway.serve(operations.deleteDocumentContent.member, undefined);
  const { user } = openDashboard(address);
  await user.click(await screen.findByRole("button", { name: "Delete PDF" }));
  gateway.serve(operations.getDocument.member, { ...kept, content: "deleted" });
  await user.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Delete PDF" }));
  expect(await screen.findByText("The PDF is deleted.")).toBeTruthy();
  const button = await screen.findByRole("button", { name: "Delete PDF" });
  await waitFor(() => expect(button.getAttribute("aria-disabled")).toBe("true"));
  await user.click(button);
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(gateway.requestsOf(operations.deleteDocumentContent.member)).toEqual([{ params }]);
  expect(screen.queryByRole("button", { name: /Download|Copy link/ })).toBeNull();
});

test("a document that is made later is cancelled after a question", async () => {
  gateway.serve(operations.getDocument.member, { status: "queued", content: "pending", finishedAt: null });
  gateway.serve(operations.cancelDocument.member, () => {
    gateway.serve(operations.getDocument.member, { status: "cancelled", content: "none", finishedAt });
    return {};
  });
  const { user } = openDashboard(address);
  await user.click(await screen.findByRole("button", { name: "Cancel document" }));
  await user.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Cancel document" }));
  expect(await screen.findByText("Platen does not make the document any more.")).toBeTruthy();
  expect(gateway.requestsOf(operations.cancelDocument.member)).toEqual([{ params }]);
});

describe("a webhook", () => {
  const deliveryId = "dlv_01jd3k8v7n2q4r6s8t0v2w4x6z";
  const failed = {
    deliveryId,
    receiver: "https://shop.example",
    status: "failed",
    attempts: [{ at: finishedAt, error: "timeout" }],
  } as const;

  test("that failed says why in a sentence and is sent again", async () => {
    gateway.serve(operations.listDocumentDeliveries.member, { deliveries: [failed] });
    gateway.serve(operations.retryDelivery.member, {});
    const { user } = openDashboard(address);
    expect(await screen.findByText("The receiver did not answer within 10 seconds.")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Send again" }));
    expect(await screen.findByText("Platen sends the message again.")).toBeTruthy();
    expect(gateway.requestsOf(operations.retryDelivery.member)).toEqual([{ params: { ...params, deliveryId } }]);
  });

  test("is not sent again by a viewer", async () => {
    gateway.serve(operations.getProject, { role: "viewer" });
    gateway.serve(operations.listDocumentDeliveries.member, { deliveries: [failed] });
    openDashboard(address);
    expect(await screen.findByText("https://shop.example")).toBeTruthy();
    expect(screen.queryByRole("button", { name: /Send again|Delete|Copy link/ })).toBeNull();
    expect(gateway.requestsOf(operations.getDocumentRequest)).toEqual([]);
  });
});

describe("the request of a document", () => {
  test("that is not kept leads an owner to the settings", async () => {
    openDashboard(address);
    expect(await screen.findByText(/Platen does not keep the request of this document/)).toBeTruthy();
    expect(screen.getByRole("link", { name: "settings" })).toBeTruthy();
  });

  test("shows its data, opens the editor with it, and is deleted after a question", async () => {
    gateway.serve(operations.getDocumentRequest, {
      request: { data: { number: "2031" } },
      keptUntil: "2026-02-28T09:00:00.000Z",
    });
    gateway.serve(operations.deleteDocumentRequest, undefined);
    const { user } = openDashboard(address);
    expect(await screen.findByText(/"number": "2031"/)).toBeTruthy();
    expect(screen.getByRole("link", { name: "Open in the editor with this data" }).getAttribute("href")).toBe(
      `/dashboard${paths.templateWithData({ projectId, templateId, documentId })}`,
    );
    await user.click(screen.getByRole("button", { name: "Delete request" }));
    gateway.serve(operations.getDocumentRequest, { request: null });
    await user.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Delete request" }));
    expect(await screen.findByText("The request is deleted.")).toBeTruthy();
    await waitFor(() => expect(screen.queryByText(/"number": "2031"/)).toBeNull());
  });
});
