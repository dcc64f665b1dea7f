import { expect, jest, test } from "@jest/globals";
import { Problem } from "@platen/contracts";
import { screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { show, startGateway } from "../../testing/open-dashboard.tsx";
import { ConfirmDialog } from "./confirm-dialog.tsx";

startGateway();

function open(onConfirm: () => Promise<unknown>) {
  const onDone = jest.fn();
  function Asking() {
    const [isOpen, setIsOpen] = useState(true);
    return (
      <ConfirmDialog
        title="Delete it?"
        confirmLabel="Delete"
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        onConfirm={onConfirm}
        onDone={onDone}
      >
        <p>You cannot undo this.</p>
      </ConfirmDialog>
    );
  }
  return { ...show(<Asking />), onDone };
}

test("Cancel has the focus, and Escape closes the dialog without the action", async () => {
  const confirm = jest.fn(async () => undefined);
  const { user, onDone } = open(confirm);
  const cancel = await screen.findByRole("button", { name: "Cancel" });
  await waitFor(() => expect(document.activeElement).toBe(cancel));
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(confirm).not.toHaveBeenCalled();
  expect(onDone).not.toHaveBeenCalled();
});

test("a second click while the action runs does not start it again", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const confirm = jest.fn(() => promise);
  const { user, onDone } = open(confirm);
  const button = await screen.findByRole<HTMLButtonElement>("button", { name: "Delete" });
  await user.click(button);
  await waitFor(() => expect(button.disabled).toBe(true));
  await user.click(button);
  expect(confirm).toHaveBeenCalledTimes(1);
  resolve();
  await waitFor(() => expect(onDone).toHaveBeenCalledTimes(1));
});

test("an action that fails says why, and the dialog stays open to try again", async () => {
  const confirm = jest.fn<() => Promise<unknown>>().mockRejectedValueOnce(new Problem("internal"));
  confirm.mockResolvedValueOnce(undefined);
  const { user, onDone } = open(confirm);
  await user.click(await screen.findByRole("button", { name: "Delete" }));
  expect(await screen.findByRole("alert")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Delete" }));
  await waitFor(() => expect(onDone).toHaveBeenCalledTimes(1));
});
