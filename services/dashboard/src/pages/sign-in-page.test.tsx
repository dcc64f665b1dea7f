import { beforeEach, expect, test } from "@jest/globals";
import { operations } from "@platen/contracts";
import { screen, waitFor } from "@testing-library/react";
import { unsavedDraftPrefix } from "../api/forget-unsaved-drafts.ts";
import { paths } from "../paths.ts";
import { errorOf, openDashboard, projectId, startGateway } from "../testing/open-dashboard.tsx";

const gateway = startGateway();
const email = () => screen.findByRole("textbox", { name: "E-mail" });
const password = () => screen.getByLabelText("Password");

beforeEach(() => {
  gateway.serve(operations.getSetup, { needed: false });
  gateway.refuse(operations.getSession, { code: "auth.session_invalid" });
  gateway.serve(operations.listMemberProjects, { projects: [] });
});

test("a page behind sign-in leads to the form, and from there back to the page", async () => {
  gateway.serve(operations.signIn, { email: "anna@example.com" });
  gateway.serve(operations.listApiKeys, { apiKeys: [] });
  const keys = paths.apiKeys({ projectId });
  const { user, address } = openDashboard(keys);
  await user.type(await email(), "anna@example.com");
  expect(address()).toBe(`/sign-in?to=${encodeURIComponent(keys)}`);
  await user.type(password(), "a long password{Enter}");
  await waitFor(() => expect(address()).toBe(keys));
  expect(gateway.requestsOf(operations.signIn)).toEqual([
    { body: { email: "anna@example.com", password: "a long password" } },
  ]);
});

test("a wrong password is told without saying which of the two is wrong, and the form stays", async () => {
  gateway.refuse(operations.signIn, { code: "auth.credentials_invalid" });
  const { user, address } = openDashboard(paths.signIn());
  await user.type(await email(), "anna@example.com");
  await user.type(password(), "wrong{Enter}");
  expect((await screen.findByRole("alert")).textContent).toBe("The e-mail address or the password is wrong.");
  expect(address()).toBe("/sign-in");
});

test("a text without an e-mail address is told at its field, which gets the focus", async () => {
  gateway.serve(operations.signIn, {});
  const { user } = openDashboard(paths.signIn());
  await user.type(await email(), "anna");
  await user.type(password(), "a long password{Enter}");
  const field = await email();
  await waitFor(() => expect(errorOf(field)).toBe("Must be an e-mail address."));
  expect(document.activeElement).toBe(field);
  expect(gateway.requestsOf(operations.signIn)).toEqual([]);
});

test("an address of another site in the link is not followed", async () => {
  gateway.serve(operations.signIn, {});
  const { user, address } = openDashboard("/sign-in?to=//evil.example");
  await user.type(await email(), "anna@example.com");
  await user.type(password(), "a long password{Enter}");
  await waitFor(() => expect(address()).toBe(paths.projects()));
});

test("an installation without an account leads to the form for the first one", async () => {
  gateway.serve(operations.getSetup, { needed: true });
  const { address } = openDashboard(paths.signIn());
  await waitFor(() => expect(address()).toBe(paths.setUp()));
});

test("a session that ends while a page is open leads to sign-in", async () => {
  gateway.serve(operations.getSession, { email: "anna@example.com" });
  gateway.refuse(operations.listApiKeys, { code: "auth.session_invalid" });
  const { address } = openDashboard(paths.apiKeys({ projectId }));
  await waitFor(() => expect(address()).toContain("/sign-in?to="));
});

test("signing out ends the session at the gateway, forgets unsaved drafts and leads to sign-in", async () => {
  localStorage.setItem(`${unsavedDraftPrefix}draft`, "{}");
  gateway.serve(operations.getSession, { email: "anna@example.com" });
  gateway.serve(operations.signOut, undefined);
  const { user, address } = openDashboard(paths.projects());
  await user.click(await screen.findByRole("button", { name: "Account of anna@example.com" }));
  await user.click(await screen.findByRole("menuitem", { name: "Sign out" }));
  await waitFor(() => expect(address()).toBe(paths.signIn()));
  expect(gateway.requestsOf(operations.signOut)).toHaveLength(1);
  expect(localStorage).toHaveLength(0);
});
