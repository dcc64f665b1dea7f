import { expect, test } from "@jest/globals";
import { operations } from "@platen/contracts";
import { screen } from "@testing-library/react";
import { paths } from "../paths.ts";
import { errorOf, openDashboard, startGateway } from "../testing/open-dashboard.tsx";

const gateway = startGateway();

test("a changed password empties the form and says what became of other sessions", async () => {
  gateway.serve(operations.changePassword, {});
  const { user } = openDashboard(paths.account());
  const current = await screen.findByLabelText<HTMLInputElement>("Current password");
  await user.type(current, "the old password");
  await user.type(screen.getByLabelText("New password"), "four words in a row{Enter}");
  expect(await screen.findByText("The password is changed. All other sessions have ended.")).toBeTruthy();
  expect(current.value).toBe("");
  expect(gateway.requestsOf(operations.changePassword)).toEqual([
    { body: { currentPassword: "the old password", newPassword: "four words in a row" } },
  ]);
});

test("a new password that is too short is told at its field alone", async () => {
  gateway.serve(operations.changePassword, {});
  const { user } = openDashboard(paths.account());
  const current = await screen.findByLabelText("Current password");
  await user.type(current, "the old password");
  const next = screen.getByLabelText("New password");
  await user.type(next, "short{Enter}");
  await screen.findByText("Must have at least 12 characters.");
  expect([errorOf(next), errorOf(current)]).toEqual(["Must have at least 12 characters.", ""]);
});

test("a wrong current password is told in the words of the operation", async () => {
  gateway.refuse(operations.changePassword, {
    code: "auth.credentials_invalid",
    message: "The current password is wrong.",
  });
  const { user } = openDashboard(paths.account());
  await user.type(await screen.findByLabelText("Current password"), "wrong");
  await user.type(screen.getByLabelText("New password"), "four words in a row{Enter}");
  expect((await screen.findByRole("alert")).textContent).toBe("The current password is wrong.");
});
