import { beforeEach, expect, test } from "@jest/globals";
import { operations } from "@platen/contracts";
import { screen, waitFor } from "@testing-library/react";
import { paths } from "../paths.ts";
import { errorOf, openDashboard, projectId, startGateway } from "../testing/open-dashboard.tsx";

const gateway = startGateway();
const address = paths.brand({ projectId });
const brand = {
  colours: [{ name: "Ink", value: "#14438c" }],
  textFont: null,
  headingFont: null,
  legalLine: "Acme Ltd",
};

beforeEach(() => {
  gateway.serve(operations.getBrand, brand);
  gateway.serve(operations.listAssets.member, { assets: [] });
  gateway.serve(operations.listSnippets.member, { snippets: [] });
  gateway.serve(operations.saveBrand, ({ body }) => body);
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
        { name: "Ink", value: "#14438c" },
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
