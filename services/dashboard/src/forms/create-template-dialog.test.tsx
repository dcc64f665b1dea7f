import { beforeEach, expect, jest, test } from "@jest/globals";
import { operations } from "@platen/contracts";
import { screen, waitFor } from "@testing-library/react";
import { errorOf, show, startGateway } from "../testing/open-dashboard.tsx";
import { CreateTemplateDialog } from "./create-template-dialog.tsx";

const gateway = startGateway();
const onCreated = jest.fn();

function open() {
  return show(
    <CreateTemplateDialog isOpen onClose={() => undefined} onCreated={onCreated} onImport={() => undefined} />,
  );
}

beforeEach(() => {
  onCreated.mockClear();
  gateway.serve(operations.listSamples, { samples: [{ slug: "invoice", name: "Invoice", description: "A bill" }] });
  gateway.serve(operations.listTemplates.member, { templates: [{ name: "Invoice" }] });
  gateway.serve(operations.createTemplate.member, ({ body: { name } }) => ({ template: { name } }));
});

test("a blank template needs a name, which is told at the field, and follows the brand", async () => {
  const { user } = open();
  const name = await screen.findByRole("textbox", { name: "Name" });
  await user.click(screen.getByRole("button", { name: "Create template" }));
  await waitFor(() => expect(errorOf(name)).toBe("Must not be empty."));
  await user.type(name, "Letter{Enter}");
  await waitFor(() => expect(onCreated).toHaveBeenCalled());
  const [request] = gateway.requestsOf(operations.createTemplate.member);
  expect(request?.body?.name).toBe("Letter");
  expect(request?.body?.css).toContain("color: var(--brand-main, #1b2440);");
});

test("a sample chosen by keyboard without a name becomes a template with the sample's name and a free number", async () => {
  const { user } = open();
  const sample = await screen.findByRole("radio", { name: "Invoice" });
  screen.getByRole("radio", { name: "Blank" }).focus();
  await user.keyboard("{ArrowDown}");
  expect(document.activeElement).toBe(sample);
  await user.click(screen.getByRole("button", { name: "Create template" }));
  await waitFor(() => expect(onCreated).toHaveBeenCalled());
  expect(gateway.requestsOf(operations.createTemplate.member).map(({ body }) => body)).toEqual([
    { name: "Invoice 2", sample: "invoice" },
  ]);
});

test("a sample whose letterhead the project has in another form says that the project's own is used", async () => {
  gateway.serve(operations.createTemplate.member, { kept: [{ kind: "snippet", name: "letterhead" }] });
  const { user } = open();
  await user.click(await screen.findByRole("radio", { name: "Invoice" }));
  await user.click(screen.getByRole("button", { name: "Create template" }));
  expect(await screen.findByText("The template uses the project’s own “letterhead”, not the sample’s.")).toBeTruthy();
});

test("samples that cannot be read leave the blank page to choose", async () => {
  gateway.refuse(operations.listSamples, { code: "rate.limited" });
  open();
  expect(await screen.findByText(/The samples could not be loaded/)).toBeTruthy();
  expect(screen.getByRole<HTMLInputElement>("radio", { name: "Blank" }).checked).toBe(true);
});
