import { expect, test } from "@jest/globals";
import { operations } from "@platen/contracts";
import { screen, waitFor } from "@testing-library/react";
import { paths } from "../paths.ts";
import { openDashboard, startGateway } from "../testing/open-dashboard.tsx";

const gateway = startGateway();
const code = "a-one-time-code-of-the-gateway";

test("an invitation names project, role, inviter and invited person, and its code stays out of the address that is sent", async () => {
  gateway.serve(operations.readInvitation, {
    projectName: "Acme",
    role: "editor",
    email: "ben@example.com",
    invitedBy: "anna@example.com",
  });
  gateway.serve(operations.acceptInvitation, { email: "ben@example.com" });
  gateway.serve(operations.listMemberProjects, { projects: [{ name: "Acme" }], pagination: { total: 1 } });
  const { user, address } = openDashboard(paths.invitation(code));
  expect(await screen.findByRole("heading", { name: "Join “Acme”" })).toBeTruthy();
  const text = screen.getByText(/invites you/).textContent;
  for (const part of ["anna@example.com", "ben@example.com", "as editor"]) expect(text).toContain(part);
  expect(address()).toBe("/invitation");
  await user.type(screen.getByLabelText("Password"), "four words in a row{Enter}");
  await waitFor(() => expect(address()).toBe(paths.projects()));
  expect(gateway.requestsOf(operations.acceptInvitation)).toEqual([
    { body: { code, password: "four words in a row" } },
  ]);
});

test("an invitation that was withdrawn says so and offers no form", async () => {
  gateway.refuse(operations.readInvitation, { code: "member.not_found", message: "This invitation is not valid." });
  openDashboard(paths.invitation(code));
  expect(await screen.findByRole("heading", { name: "This invitation cannot be accepted" })).toBeTruthy();
  expect(screen.getByText("This invitation is not valid.")).toBeTruthy();
  expect(screen.queryByLabelText("Password")).toBeNull();
});

test("a link without its code says that its end is missing", async () => {
  openDashboard(paths.invitation());
  expect(await screen.findByRole("heading", { name: "This link is incomplete" })).toBeTruthy();
});
