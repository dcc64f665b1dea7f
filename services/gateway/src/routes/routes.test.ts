import { expect, test } from "@jest/globals";
import { operations, type Operation } from "@platen/contracts";
import type { Dependencies } from "../dependencies.ts";
import { mountForwarded } from "./forwarded.ts";
import { mountGenerate } from "./generate.ts";
import { mountPreview } from "./preview.ts";
import type { Routes } from "./routes.ts";
import { mountSessions } from "./sessions.ts";

test("every operation of the contract is mounted once", () => {
  const mounted: string[] = [];
  // Stand in for the one method that is called and for dependencies that no mount uses before a request comes.
  const routes = { mount: ({ operationId }: Operation) => mounted.push(operationId) } as unknown as Routes;
  const dependencies = {} as Dependencies;
  for (const mount of [mountGenerate, mountPreview, mountSessions, mountForwarded]) mount(routes, dependencies);
  expect(mounted.toSorted()).toEqual(Object.keys(operations).toSorted());
});
