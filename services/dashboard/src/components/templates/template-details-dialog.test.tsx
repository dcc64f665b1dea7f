import { beforeEach, expect, jest, test } from "@jest/globals";
import { operations, type ResponseOutput } from "@platen/contracts";
import { screen, waitFor } from "@testing-library/react";
import { errorOf, projectId, show, startGateway, templateId } from "../../testing/open-dashboard.tsx";
import { sampleOf } from "../../testing/sample.ts";
import { TemplateDetailsDialog } from "./template-details-dialog.tsx";

const gateway = startGateway();
const template: ResponseOutput<typeof operations.getTemplate.member> = sampleOf(operations.getTemplate.member, {
  templateId,
  name: "Invoice",
  tags: ["billing"],
  description: "For the shop",
});

beforeEach(() => gateway.serve(operations.listTemplates.member, { templates: [{ tags: ["letters"] }] }));

test("tags end with Enter or a comma, the last one needs neither, and all are sent with the description", async () => {
  gateway.serve(operations.updateTemplate.member, {});
  const onClose = jest.fn();
  const { user } = show(<TemplateDetailsDialog isOpen template={template} onClose={onClose} />);
  const tags = await screen.findByRole("combobox", { name: "Tags" });
  await user.type(tags, "a4{Enter}monthly,last");
  const description = screen.getByRole("textbox", { name: "Description" });
  await user.clear(description);
  await user.type(description, "For all shops");
  await user.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(gateway.requestsOf(operations.updateTemplate.member)).toEqual([
    {
      params: { projectId, templateId },
      body: { description: "For all shops", tags: ["billing", "a4", "monthly", "last"] },
    },
  ]);
});

test("a tag of a wrong form is told at the tags", async () => {
  gateway.serve(operations.updateTemplate.member, {});
  const { user } = show(<TemplateDetailsDialog isOpen template={template} onClose={() => undefined} />);
  const tags = await screen.findByRole("combobox", { name: "Tags" });
  await user.type(tags, "<b>{Enter}");
  await user.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() =>
    expect(errorOf(tags)).toBe("Must be 1 to 40 letters, digits, spaces, dots, dashes or underscores."),
  );
  expect(gateway.requestsOf(operations.updateTemplate.member)).toEqual([]);
});
