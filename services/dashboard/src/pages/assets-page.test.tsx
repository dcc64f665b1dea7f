import { beforeEach, describe, expect, test } from "@jest/globals";
import { operations } from "@platen/contracts";
import { screen, waitFor, within } from "@testing-library/react";
import { paths } from "../paths.ts";
import { choose, openDashboard, projectId, startGateway } from "../testing/open-dashboard.tsx";

const gateway = startGateway();
const address = paths.assets({ projectId });
const assetId = "ast_01jd3k8v7n2q4r6s8t0v2w4x6z";
const styles = { assetId, name: "brand.css", kind: "stylesheet", contentType: "text/css" } as const;
const file = () => new File(["p { color: red }"], "Print Styles.css", { type: "text/css" });

beforeEach(() => gateway.serve(operations.listAssets.member, { assets: [styles], pagination: { total: 1 } }));

describe("an upload", () => {
  test("proposes a name that addresses allow, sends the bytes under it and says so", async () => {
    gateway.serve(operations.uploadAsset.member, { name: "print-styles.css" });
    const { user } = openDashboard(address);
    await screen.findByText("brand.css");
    await user.upload(screen.getByLabelText("Files to upload"), file());
    const name = await screen.findByRole<HTMLInputElement>("textbox", { name: "Name of Print Styles.css" });
    expect(name.value).toBe("print-styles.css");
    await user.click(within(screen.getByRole("dialog")).getByRole("button", { name: /Upload/ }));
    expect(await screen.findByText("1 file uploaded.")).toBeTruthy();
    const [request] = gateway.requestsOf(operations.uploadAsset.member);
    expect(request?.query).toMatchObject({ name: "print-styles.css" });
  });

  test("refuses a name of a wrong form before anything is sent", async () => {
    const { user } = openDashboard(address);
    await screen.findByText("brand.css");
    await user.upload(screen.getByLabelText("Files to upload"), file());
    const name = await screen.findByRole("textbox", { name: "Name of Print Styles.css" });
    await user.clear(name);
    await user.type(name, "Übersicht.css");
    expect(screen.getByText(/^The name must be 1 to 200 lower-case letters/)).toBeTruthy();
    const button = within(screen.getByRole("dialog")).getByRole<HTMLButtonElement>("button", { name: /Upload/ });
    expect(button.disabled).toBe(true);
  });

  test("says that it replaces the asset of the same name", async () => {
    const { user } = openDashboard(address);
    await screen.findByText("brand.css");
    await user.upload(screen.getByLabelText("Files to upload"), file());
    const name = await screen.findByRole("textbox", { name: "Name of Print Styles.css" });
    await user.clear(name);
    await user.type(name, "brand.css");
    expect(await screen.findByText("Replaces the asset of this name.")).toBeTruthy();
  });

  test("that the project has no room for says why at its file", async () => {
    gateway.refuse(operations.uploadAsset.member, { code: "quota.reached", message: "The project has 500 assets." });
    const { user } = openDashboard(address);
    await screen.findByText("brand.css");
    await user.upload(screen.getByLabelText("Files to upload"), file());
    await user.click(within(await screen.findByRole("dialog")).getByRole("button", { name: /Upload/ }));
    expect((await screen.findByRole("alert")).textContent).toBe("The project has 500 assets.");
  });
});

describe("deleting an asset", () => {
  test("is not possible while a draft uses it, which the dialog names", async () => {
    gateway.serve(operations.getAssetUses.member, {
      templates: [{ name: "Invoice", isInDraft: true, currentVersion: 3, isCurrent: true }],
      snippets: ["letterhead"],
    });
    const { user } = openDashboard(address);
    await choose(user, "brand.css", "Delete");
    const dialog = within(await screen.findByRole("dialog", { name: "Delete “brand.css”?" }));
    expect((await dialog.findByRole("link", { name: "Invoice" })).closest("li")?.textContent).toBe(
      "Invoice draft and version 3",
    );
    expect(dialog.getByRole("link", { name: "letterhead" })).toBeTruthy();
    expect(dialog.queryByRole("button", { name: "Delete asset" })).toBeNull();
  });

  test("asks first, and is told if a draft began to use it meanwhile", async () => {
    gateway.serve(operations.getAssetUses.member, { templates: [], snippets: [] });
    gateway.refuse(operations.deleteAsset.member, { code: "asset.in_use" });
    const { user } = openDashboard(address);
    await choose(user, "brand.css", "Delete");
    const button = await screen.findByRole<HTMLButtonElement>("button", { name: "Delete asset" });
    await waitFor(() => expect(button.disabled).toBe(false));
    await user.click(button);
    expect(await screen.findByText("Drafts or snippets use the asset. Remove it from them first.")).toBeTruthy();
    gateway.serve(operations.deleteAsset.member, undefined);
    await user.click(screen.getByRole("button", { name: "Delete asset" }));
    expect(await screen.findByText("“brand.css” is deleted.")).toBeTruthy();
  });
});

test("a viewer may look at uses and download, and upload nothing", async () => {
  gateway.serve(operations.getProject, { role: "viewer" });
  const { user } = openDashboard(address);
  await user.click(await screen.findByRole("button", { name: "Actions for brand.css" }));
  expect((await screen.findAllByRole("menuitem")).map(({ textContent }) => textContent)).toEqual(["Uses", "Download"]);
  expect(screen.queryByRole("button", { name: "Upload" })).toBeNull();
});

test("the list is reduced to one kind", async () => {
  const { user } = openDashboard(address);
  await screen.findByText("brand.css");
  gateway.serve(operations.listAssets.member, { assets: [] });
  await user.selectOptions(screen.getByRole("combobox", { name: "Kind" }), "font");
  expect(await screen.findByRole("heading", { name: "No assets match" })).toBeTruthy();
  expect(gateway.requestsOf(operations.listAssets.member).at(-1)?.query?.kind).toBe("font");
});
