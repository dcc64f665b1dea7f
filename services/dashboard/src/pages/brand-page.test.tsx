import { beforeEach, expect, test } from "@jest/globals";
import { operations } from "@platen/contracts";
import { screen, waitFor } from "@testing-library/react";
import { paths } from "../paths.ts";
import { errorOf, openDashboard, projectId, startGateway } from "../testing/open-dashboard.tsx";

const gateway = startGateway();
const address = paths.brand({ projectId });
const brand = {
  colours: [{ name: "Ink", value: "#14438c", variable: "ink" }],
  textFont: null,
  headingFont: null,
  legalLine: "Acme Ltd",
};

beforeEach(() => {
  gateway.serve(operations.getBrand, brand);
  gateway.serve(operations.listAssets.member, { assets: [] });
  gateway.serve(operations.listSnippets.member, { snippets: [] });
  gateway.serve(operations.getBrandUses, { templates: [], snippets: [] });
  gateway.serve(operations.saveBrand, () => brand);
});

test("a colour is added with a name of its own, and the brand is saved whole", async () => {
  const { user } = openDashboard(address);
  await user.click(await screen.findByRole("button", { name: "Add a colour" }));
  const value = screen.getByRole("textbox", { name: "Value of colour 2" });
  await waitFor(() => expect(document.activeElement).toBe(value));
  await user.clear(value);
  await user.type(value, "#ABCDEF");
  const legalLine = screen.getByRole("textbox", { name: "Legal line" });
  await user.clear(legalLine);
  await user.type(legalLine, "Acme plc");
  expect(screen.getByText("Not saved")).toBeTruthy();
  gateway.serve(operations.getBrand, { ...brand, legalLine: "Acme plc" });
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("The brand is saved.")).toBeTruthy();
  expect(gateway.requestsOf(operations.saveBrand).map(({ body }) => body)).toEqual([
    {
      ...brand,
      logoAssetId: null,
      legalLine: "Acme plc",
      colours: [
        { name: "Ink", value: "#14438c", variable: "ink" },
        { name: "Colour 2", value: "#abcdef" },
      ],
    },
  ]);
});

test("a wrong colour is told at its field, and nothing is sent", async () => {
  const { user } = openDashboard(address);
  const value = await screen.findByRole("textbox", { name: "Value of colour 1" });
  await user.clear(value);
  await user.type(value, "ink");
  await user.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(errorOf(value)).not.toBe(""));
  expect(gateway.requestsOf(operations.saveBrand)).toEqual([]);
});

test("a viewer sees the values and changes none", async () => {
  gateway.serve(operations.getProject, { role: "viewer" });
  openDashboard(address);
  const line = await screen.findByRole<HTMLInputElement>("textbox", { name: "Legal line" });
  expect([line.value, line.matches(":disabled")]).toEqual(["Acme Ltd", true]);
  expect(screen.queryByRole("button", { name: /Save|Add a colour|Remove/ })).toBeNull();
});

test("a colour keeps its variable under another name, and a font has the one of its use", async () => {
  gateway.serve(operations.getBrand, { ...brand, textFont: "Inter" });
  const { user } = openDashboard(address);
  const name = await screen.findByRole("textbox", { name: "Name of colour 1" });
  expect(name.getAttribute("aria-describedby")).toBeTruthy();
  await user.clear(name);
  await user.type(name, "Night");
  for (const shown of ["ink", "text-font", "heading-font"])
    expect(screen.getByText(`var(--brand-${shown})`)).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Save" }));
  await screen.findByText("The brand is saved.");
  expect(gateway.requestsOf(operations.saveBrand)[0]?.body?.colours).toEqual([
    { name: "Night", value: "#14438c", variable: "ink" },
  ]);
});

test("templates that use the brand are told after each save, with the way to update published versions", async () => {
  const use = { name: "Invoice", isInDraft: true, currentVersion: 3, isCurrent: true };
  gateway.serve(operations.getBrandUses, { templates: [use], snippets: ["head"] });
  const { user } = openDashboard(address);
  expect(await screen.findByText("Used by 1 template and 1 snippet.")).toBeTruthy();
  expect(screen.queryByRole("link", { name: /update/ })).toBeNull();

  gateway.serve(operations.getBrandUses, { templates: [{ ...use, isCurrent: false }], snippets: ["head"] });
  await user.type(screen.getByRole("textbox", { name: "Legal line" }), " plc{Enter}");
  const update = await screen.findByRole("link", { name: "Compare and update 1 template" });
  expect(update.getAttribute("href")).toBe(`/dashboard${paths.brandUpdate({ projectId })}`);
});

test("a colour that drafts need is not removed, and the form says why", async () => {
  gateway.refuse(operations.saveBrand, { code: "brand.in_use" });
  const { user } = openDashboard(address);
  await user.click(await screen.findByRole("button", { name: "Remove the colour Ink" }));
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText(/^Drafts or snippets need a colour or font of the brand/)).toBeTruthy();
  expect(screen.getByText("Not saved")).toBeTruthy();
});
