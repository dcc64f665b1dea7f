import { expect, test } from "@jest/globals";
import { operations } from "@platen/contracts";
import { screen } from "@testing-library/react";
import { show, startGateway, templateId } from "../../testing/open-dashboard.tsx";
import { sampleOf } from "../../testing/sample.ts";
import { UseItDialog } from "./use-it-dialog.tsx";

startGateway();

function open(version: number | null, data: Record<string, unknown> = { number: "2031" }) {
  const template = sampleOf(operations.getTemplate.member, { templateId, name: "Invoice", version });
  return show(<UseItDialog isOpen template={template} data={data} onClose={() => undefined} />);
}

test("each language names the template, sends the data and reads the key from the environment", async () => {
  const { user } = open(3);
  for (const language of ["curl", "TypeScript", "Python"]) {
    await user.click(await screen.findByRole("tab", { name: language }));
    const { textContent } = screen.getByRole("tabpanel");
    for (const part of [templateId, "2031", "PLATEN_API_KEY", "http://platen.test/api/v1/generate"])
      expect(textContent).toContain(part);
  }
});

test("a template that is not published says that its requests are refused", async () => {
  open(null);
  expect(await screen.findByText(/This template is not published yet/)).toBeTruthy();
});

test("data that is too long to paste is left out and says so", async () => {
  open(3, { text: "x".repeat(1_000_000) });
  expect(await screen.findByText(/The sample data is too long to paste/)).toBeTruthy();
  expect(screen.getByRole("tabpanel").textContent).not.toContain("xxxx");
});
