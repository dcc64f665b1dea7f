import { expect, jest, test } from "@jest/globals";
import { screen } from "@testing-library/react";
import { useState } from "react";
import { errorOf, show, startGateway } from "../../../testing/open-dashboard.tsx";
import { ValidatedField } from "./validated-field.tsx";

startGateway();

const check = (text: string) => (/^\d+mm$/.test(text) ? undefined : "Use a length");

function Width({ onChange }: { onChange: (text: string) => void }) {
  const [value, setValue] = useState("10mm");
  return (
    <ValidatedField
      label="Width"
      value={value}
      check={check}
      onChange={(text) => {
        setValue(text);
        onChange(text);
      }}
    />
  );
}

test("only valid texts reach the source, while they are typed", async () => {
  const onChange = jest.fn();
  const { user } = show(<Width onChange={onChange} />);
  const field = await screen.findByRole<HTMLInputElement>("textbox", { name: "Width" });
  await user.clear(field);
  await user.type(field, "25mm");
  expect(onChange.mock.calls).toEqual([[""], ["25mm"]]);
  expect(errorOf(field)).toBe("");
});

test("an invalid text stays with its message when the field is left, so that it can be mended", async () => {
  const { user } = show(<Width onChange={() => undefined} />);
  const field = await screen.findByRole<HTMLInputElement>("textbox", { name: "Width" });
  await user.type(field, "x");
  await user.tab();
  expect(field.value).toBe("10mmx");
  expect(errorOf(field)).toBe("Use a length");
  await user.type(field, "{Backspace}");
  expect(errorOf(field)).toBe("");
});
