import { beforeEach, expect, jest, test } from "@jest/globals";
import { operations } from "@platen/contracts";
import { screen, waitFor } from "@testing-library/react";
import { projectId, show, startGateway, templateId } from "../testing/open-dashboard.tsx";
import { sampleOf } from "../testing/sample.ts";
import { PublishDialog } from "./publish-dialog.tsx";

const gateway = startGateway();
const source = { html: "<p>new</p>", css: "", settings: {}, dataSets: [], translations: {} };
const onClose = jest.fn();

beforeEach(() => {
  onClose.mockClear();
  gateway.serve(operations.getVersion.member, { html: "<p>old</p>" });
  gateway.refuse(operations.previewTemplate, { code: "queue.full" });
});

function open(version: number | null, save = async () => 5) {
  const template = sampleOf(operations.getTemplate.member, { templateId, name: "Invoice", version });
  return show(<PublishDialog isOpen template={template} source={source} save={save} onClose={onClose} />);
}

test("unsaved edits are saved first, and Control and Enter publish that revision with the note", async () => {
  gateway.serve(operations.publishDraft.member, { version: 4 });
  const { user } = open(3);
  const note = await screen.findByRole("textbox", { name: "Note" });
  await user.type(note, "VAT in the footer{Control>}{Enter}{/Control}");
  expect(await screen.findByText("Version 4 of “Invoice” is published.")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Undo (back to v3)" })).toBeTruthy();
  expect(onClose).toHaveBeenCalled();
  expect(gateway.requestsOf(operations.publishDraft.member)).toEqual([
    { params: { projectId, templateId }, body: { revision: 5, note: "VAT in the footer" } },
  ]);
});

test("the first version compares with nothing and offers no way back", async () => {
  gateway.serve(operations.publishDraft.member, { version: 1 });
  const { user } = open(null);
  expect(await screen.findByText(/This is the first version/)).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Publish" }));
  expect(await screen.findByText("Version 1 of “Invoice” is published.")).toBeTruthy();
  expect(screen.queryByRole("button", { name: /Undo/ })).toBeNull();
});

test("edits that cannot be saved are not published", async () => {
  const { user } = open(3, () => Promise.reject(new Error("away")));
  await user.click(await screen.findByRole("button", { name: "Publish" }));
  await screen.findByText("Platen did not answer. Check your connection and try again.");
  expect(onClose).not.toHaveBeenCalled();
  await waitFor(() => expect(gateway.requestsOf(operations.publishDraft.member)).toEqual([]));
});

test("the pages of the live version and of the draft are printed, to show those that change", async () => {
  open(3);
  await screen.findByRole("heading", { name: "Pages that change" });
  await waitFor(() => {
    const bodies = gateway.requestsOf(operations.previewTemplate).map(({ body }) => body);
    expect(bodies).toEqual([{ version: 3 }, {}]);
  });
});
