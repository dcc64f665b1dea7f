import { expect, test } from "@jest/globals";
import { accountHolder, networkHolder, ownerlessAccount, receiverHolder, type Holder } from "./holder.ts";
import { createId, isId } from "./ids.ts";

test("a project is no holder, neither to the compiler nor in a running service", () => {
  const projectId = createId("project");
  // @ts-expect-error A holder is made by the functions of its file alone.
  const holder: Holder = projectId;
  expect(holder).toBe(projectId);
  expect(() => accountHolder(projectId)).toThrow("a holder must be an account");
});

test("an account, a network and a receiver of the same name are three holders", () => {
  const names = [
    accountHolder("acc_1"),
    networkHolder("acc_1"),
    receiverHolder("acc_1"),
    accountHolder("acc_1", "previews"),
  ];
  expect([new Set(names).size, isId("account", ownerlessAccount)]).toEqual([names.length, true]);
});
