import { expect, jest, test } from "@jest/globals";
import { screen } from "@testing-library/react";
import { errorOf, show, startGateway } from "../../testing/open-dashboard.tsx";
import { DataSetNameDialog } from "./data-set-name-dialog.tsx";

startGateway();

function open(initialName: string) {
  const onName = jest.fn();
  const page = show(
    <DataSetNameDialog
      mode="new"
      isOpen
      onClose={() => undefined}
      initialName={initialName}
      taken={[{ name: "Sample", json: "{}" }]}
      onName={onName}
    />,
  );
  return { ...page, onName };
}

test("a data set gets its name without spaces around it", async () => {
  const { user, onName } = open("");
  await user.type(await screen.findByRole("textbox", { name: "Name" }), "  Long order {Enter}");
  expect(onName.mock.calls).toEqual([["Long order"]]);
});

test.each([
  ["no name", " ", "Must not be empty."],
  ["the name of another set", "Sample", "Another data set has this name."],
  ["a name of 101 characters", "x".repeat(101), "Must have at most 100 characters."],
])("%s is refused at the field until it is changed", async (_what, name, message) => {
  const { user, onName } = open(name);
  const field = await screen.findByRole("textbox", { name: "Name" });
  await user.click(screen.getByRole("button", { name: "Add data set" }));
  expect(errorOf(field)).toBe(message);
  await user.type(field, "y");
  expect(errorOf(field)).toBe("");
  expect(onName).not.toHaveBeenCalled();
});
