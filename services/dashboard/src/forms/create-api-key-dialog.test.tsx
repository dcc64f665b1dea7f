import { beforeEach, expect, test } from "@jest/globals";
import { operations } from "@platen/contracts";
import { screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { errorOf, projectId, show, startGateway } from "../testing/open-dashboard.tsx";
import { CreateApiKeyDialog } from "./create-api-key-dialog.tsx";

const gateway = startGateway();
const key = "plt_0123456789abcdefghijklmnopqrstuvwxyz";

// The command to try the key names a template.
beforeEach(() => gateway.serve(operations.listTemplates.member, { templates: [] }));

function Closable() {
  const [isOpen, setIsOpen] = useState(true);
  return <CreateApiKeyDialog projectId={projectId} isOpen={isOpen} onClose={() => setIsOpen(false)} />;
}

const nameField = () => screen.findByRole("textbox", { name: "Name" });

test("a key is created by keyboard with the scopes that are checked, and shown whole", async () => {
  gateway.serve(operations.createApiKey, ({ body: { name } }) => ({ name, key }));
  const { user } = show(<Closable />);
  const name = await nameField();
  await waitFor(() => expect(document.activeElement).toBe(name));
  await user.click(screen.getByRole("checkbox", { name: "Change templates" }));
  await user.type(name, "Till{Enter}");
  expect(await screen.findByRole("dialog", { name: "Key “Till”" })).toBeTruthy();
  expect(screen.getByText(key)).toBeTruthy();
  expect(gateway.requestsOf(operations.createApiKey)).toEqual([
    { params: { projectId }, body: { name: "Till", scopes: ["documents", "templates"] } },
  ]);
});

test("only the button that says the key is stored closes the dialog with the key", async () => {
  gateway.serve(operations.createApiKey, { key });
  const { user } = show(<Closable />);
  await user.type(await nameField(), "Till{Enter}");
  await screen.findByText(key);
  await user.keyboard("{Escape}");
  expect(screen.queryByRole("button", { name: "Close" })).toBeNull();
  expect(screen.getByText(key)).toBeTruthy();
  const leaving = new Event("beforeunload", { cancelable: true });
  window.dispatchEvent(leaving);
  expect(leaving.defaultPrevented).toBe(true);
  await user.click(screen.getByRole("button", { name: "I have stored the key" }));
  await waitFor(() => expect(screen.queryByText(key)).toBeNull());
});

test("the key is copied whole", async () => {
  gateway.serve(operations.createApiKey, { key });
  const { user } = show(<Closable />);
  await user.type(await nameField(), "Till{Enter}");
  await user.click(await screen.findByRole("button", { name: "Copy key" }));
  expect(await screen.findByRole("button", { name: "Copied" })).toBeTruthy();
  expect(await navigator.clipboard.readText()).toBe(key);
});

test("an empty name and a choice without scopes are told at their fields", async () => {
  gateway.serve(operations.createApiKey, { key });
  const { user } = show(<Closable />);
  const name = await nameField();
  await user.click(screen.getByRole("checkbox", { name: "Generate documents" }));
  expect(screen.getByText("Choose at least one.")).toBeTruthy();
  await user.click(screen.getByRole("checkbox", { name: "Generate documents" }));
  await user.click(screen.getByRole("button", { name: "Create key" }));
  await waitFor(() => expect(errorOf(name)).toBe("Must not be empty."));
  expect(document.activeElement).toBe(name);
  await user.type(name, "T");
  expect(errorOf(name)).toBe("");
});

test("a project with too many keys is told above the form, which keeps what was typed", async () => {
  gateway.refuse(operations.createApiKey, { code: "quota.reached", message: "The project has 500 API keys." });
  const { user } = show(<Closable />);
  await user.type(await nameField(), "Till{Enter}");
  expect((await screen.findByRole("alert")).textContent).toBe("The project has 500 API keys.");
  expect(screen.getByDisplayValue("Till")).toBeTruthy();
});
