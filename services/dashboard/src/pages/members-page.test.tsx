import { beforeEach, expect, test } from "@jest/globals";
import { operations } from "@platen/contracts";
import { screen, waitFor, within } from "@testing-library/react";
import { paths } from "../paths.ts";
import { choose, errorOf, openDashboard, projectId, startGateway } from "../testing/open-dashboard.tsx";

const gateway = startGateway();
const address = paths.members({ projectId });
const own = { accountId: "acc_01jd3k8v7n2q4r6s8t0v2w4x61", email: "anna@example.com" };
const other = { accountId: "acc_01jd3k8v7n2q4r6s8t0v2w4x62", email: "ben@example.com" };

beforeEach(() => {
  gateway.serve(operations.getSession, own);
  gateway.serve(operations.listMembers, {
    members: [
      { ...own, role: "owner" },
      { ...other, role: "editor" },
    ],
    pagination: { total: 2 },
  });
  gateway.serve(operations.listInvitations, { invitations: [] });
});

test("a member is invited with a role, and the link is shown once with its code behind #", async () => {
  gateway.serve(operations.inviteMember, ({ body }) => ({ ...body, code: "inv_secret" }));
  const { user } = openDashboard(address);
  await screen.findByText("ben@example.com");
  await user.keyboard("c");
  await user.type(await screen.findByRole("textbox", { name: "E-mail" }), "cleo@example.com");
  await user.click(screen.getByRole("radio", { name: "Viewer" }));
  await user.click(screen.getByRole("button", { name: "Invite as viewer" }));
  expect(await screen.findByText(/dashboard\/invitation#inv_secret$/)).toBeTruthy();
  expect(gateway.requestsOf(operations.inviteMember)).toEqual([
    { params: { projectId }, body: { email: "cleo@example.com", role: "viewer" } },
  ]);
  await user.keyboard("{Escape}");
  expect(screen.getByText(/It cannot be shown again/)).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "I have the link" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test("a text without an e-mail address is told at the field, and so is the address of a member", async () => {
  gateway.refuse(operations.inviteMember, {
    code: "request.invalid",
    details: [{ path: "email", message: "is a member of this project already" }],
  });
  const { user } = openDashboard(address);
  await user.click(await screen.findByRole("button", { name: "Invite" }));
  await user.type(await screen.findByRole("textbox", { name: "E-mail" }), "cleo{Enter}");
  expect(await screen.findByText("Must be an e-mail address.")).toBeTruthy();
  expect(gateway.requestsOf(operations.inviteMember)).toEqual([]);
  const email = screen.getByRole("textbox", { name: "E-mail" });
  await user.clear(email);
  await user.type(email, "ben@example.com{Enter}");
  await waitFor(() => expect(errorOf(email)).toBe("Is a member of this project already."));
});

test("a role is changed once another one is chosen", async () => {
  gateway.serve(operations.changeMemberRole, { role: "viewer" });
  const { user } = openDashboard(address);
  await choose(user, "ben@example.com", "Change role");
  const submit = await screen.findByRole<HTMLButtonElement>("button", { name: "Change role" });
  expect(submit.disabled).toBe(true);
  await user.click(screen.getByRole("radio", { name: "Viewer" }));
  await user.click(submit);
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(gateway.requestsOf(operations.changeMemberRole)).toEqual([
    { params: { projectId, accountId: other.accountId }, body: { role: "viewer" } },
  ]);
});

test("giving up the own role warns, and the last owner is told why it fails", async () => {
  gateway.refuse(operations.changeMemberRole, { code: "member.last_owner" });
  const { user } = openDashboard(address);
  await choose(user, "anna@example.com", "Change role");
  await user.click(await screen.findByRole("radio", { name: "Editor" }));
  expect(screen.getByText(/Only another owner can give it back to you/)).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Change role" }));
  expect(
    await screen.findByText("A project needs at least one owner. Make another member an owner first."),
  ).toBeTruthy();
});

test("after a member is removed, the keys that the member made are listed and revoked one by one", async () => {
  const key = { keyId: "key_01jd3k8v7n2q4r6s8t0v2w4x61", name: "Shop" };
  gateway.serve(operations.removeMember, { apiKeys: [key] });
  gateway.serve(operations.revokeApiKey, undefined);
  const { user } = openDashboard(address);
  await choose(user, "ben@example.com", "Remove");
  await user.click(await screen.findByRole("button", { name: "Remove member" }));
  const dialog = within(await screen.findByRole("dialog", { name: "API keys created by ben@example.com" }));
  await user.click(dialog.getByRole("button", { name: "Revoke Shop" }));
  expect(await dialog.findByText("Revoked")).toBeTruthy();
  expect(gateway.requestsOf(operations.removeMember)).toHaveLength(1);
  expect(gateway.requestsOf(operations.revokeApiKey)).toEqual([{ params: { projectId, keyId: key.keyId } }]);
});

test("a member leaves the project and gets to the list of projects", async () => {
  gateway.serve(operations.leaveProject, undefined);
  gateway.serve(operations.listMemberProjects, { projects: [] });
  const { user, address: current } = openDashboard(address);
  await choose(user, "anna@example.com", "Leave project");
  await user.click(await screen.findByRole("button", { name: "Leave project" }));
  await waitFor(() => expect(current()).toBe(paths.projects()));
  expect(await screen.findByText("You have left “Acme”.")).toBeTruthy();
});

test("a pending invitation is withdrawn, or gets another link that replaces the first", async () => {
  const invitationId = "inv_01jd3k8v7n2q4r6s8t0v2w4x61";
  gateway.serve(operations.listInvitations, {
    invitations: [{ invitationId, email: "cleo@example.com", role: "viewer" }],
  });
  gateway.serve(operations.withdrawInvitation, undefined);
  const { user } = openDashboard(address);
  await choose(user, "cleo@example.com", "Change role or link");
  expect(await screen.findByText("The link that cleo@example.com has now stops working.")).toBeTruthy();
  const email = screen.getByRole<HTMLInputElement>("textbox", { name: "E-mail" });
  expect([email.value, email.readOnly]).toEqual(["cleo@example.com", true]);
  expect(screen.getByRole<HTMLInputElement>("radio", { name: "Viewer" }).checked).toBe(true);
  await user.click(screen.getByRole("button", { name: "Cancel" }));

  await choose(user, "cleo@example.com", "Withdraw");
  await user.click(await screen.findByRole("button", { name: "Withdraw" }));
  expect(await screen.findByText("The invitation for cleo@example.com is withdrawn.")).toBeTruthy();
  expect(gateway.requestsOf(operations.withdrawInvitation)).toEqual([{ params: { projectId, invitationId } }]);
});

test("an editor sees no invitations and may only leave", async () => {
  gateway.serve(operations.getProject, { role: "editor" });
  const { user } = openDashboard(address);
  await user.click(await screen.findByRole("button", { name: "Actions for anna@example.com" }));
  expect((await screen.findAllByRole("menuitem")).map((item) => item.textContent)).toEqual(["Leave project"]);
  expect(screen.queryByRole("button", { name: "Actions for ben@example.com" })).toBeNull();
  expect(screen.queryByRole("button", { name: "Invite" })).toBeNull();
  expect(gateway.requestsOf(operations.listInvitations)).toEqual([]);
});
