import { beforeEach, expect, test } from "@jest/globals";
import { operations } from "@platen/contracts";
import { screen, waitFor } from "@testing-library/react";
import { paths } from "../paths.ts";
import { errorOf, openDashboard, startGateway } from "../testing/open-dashboard.tsx";

const gateway = startGateway();

beforeEach(() => {
  gateway.serve(operations.getSetup, { needed: true });
  gateway.serve(operations.setUpFirstAccount, { email: "anna@example.com", instanceRole: "admin" });
  gateway.serve(operations.listMemberProjects, { projects: [], pagination: { total: 0 } });
});

test("the first visitor creates an account, is signed in by it and asked for the first project", async () => {
  const { user } = openDashboard(paths.setUp());
  await user.type(await screen.findByRole("textbox", { name: "E-mail" }), "Anna@Example.com");
  await user.type(screen.getByLabelText("Password"), "four words in a row{Enter}");
  expect(await screen.findByRole("heading", { name: "Create your first project" })).toBeTruthy();
  expect(gateway.requestsOf(operations.setUpFirstAccount)).toEqual([
    { body: { email: "anna@example.com", password: "four words in a row" } },
  ]);
});

test("each mistake is told at its field, and the first of them gets the focus", async () => {
  const { user } = openDashboard(paths.setUp());
  const email = await screen.findByRole("textbox", { name: "E-mail" });
  await user.type(email, "anna");
  const password = screen.getByLabelText("Password");
  await user.type(password, "short{Enter}");
  await waitFor(() => expect(errorOf(email)).toBe("Must be an e-mail address."));
  expect(errorOf(password)).toBe("Must have at least 12 characters.");
  expect(document.activeElement).toBe(email);
  // While one field is mended, what is typed must not go to the next.
  await user.keyboard("@example.com");
  expect(document.activeElement).toBe(email);
  expect(errorOf(email)).toBe("");
  expect(errorOf(password)).not.toBe("");
});

test("a second visitor who was slower is told that an account exists", async () => {
  gateway.refuse(operations.setUpFirstAccount, { code: "account.exists" });
  const { user } = openDashboard(paths.setUp());
  await user.type(await screen.findByRole("textbox", { name: "E-mail" }), "anna@example.com");
  await user.type(screen.getByLabelText("Password"), "four words in a row{Enter}");
  expect((await screen.findByRole("alert")).textContent).toBe("An account exists already. Sign in with it.");
});

test("an installation with an account shows its projects instead of the form", async () => {
  gateway.serve(operations.getSetup, { needed: false });
  const { address } = openDashboard(paths.setUp());
  await waitFor(() => expect(address()).toBe(paths.projects()));
});
