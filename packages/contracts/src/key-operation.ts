import type { z } from "zod";
import type { Operation, Permission } from "./operation.ts";
import type { ProblemCode } from "./problems.ts";

const ofProject = "/api/dashboard/projects/{projectId}/";

type ProjectOperation = Operation & { access: "session"; permission: Permission; request: { params: z.ZodObject } };

type OwnParams<Params> =
  Params extends z.ZodObject<infer Shape, infer Config>
    ? keyof Shape extends "projectId"
      ? unknown
      : { params: z.ZodObject<Omit<Shape, "projectId">, Config> }
    : never;

/** An operation of the dashboard as an API key calls it. */
export type KeyOperation<T extends ProjectOperation> = Omit<
  T,
  "path" | "operationId" | "summary" | "tag" | "access" | "permission" | "request" | "problems" | "notFound"
> & {
  path: string;
  operationId: string;
  summary: string;
  tag: string;
  access: "apiKey";
  permission?: undefined;
  keyScopes: readonly ["templates"];
  request: Omit<T["request"], "params"> & OwnParams<T["request"]["params"]>;
  problems: readonly ProblemCode[];
  notFound?: ProblemCode | undefined;
};

/**
 * Derives the operation of an API key with the scope `templates` from the dashboard's operation of a project. The key gives
 * the project, which neither path nor problems name then. All else is equal: body, answer, limits.
 */
export function keyOperation<const T extends ProjectOperation>(
  { permission: _permission, ...definition }: T,
  operationId: string,
): KeyOperation<T> {
  const { params, ...request } = definition.request;
  const own = params.omit({ projectId: true });
  const [, subject = ""] = definition.tag.split(": ");
  const { notFound } = definition;
  const derived = {
    ...definition,
    operationId,
    summary: definition.summary.replace("a project's", "the project's"),
    path: definition.path.replace(ofProject, "/api/v1/"),
    tag: subject.charAt(0).toUpperCase() + subject.slice(1),
    access: "apiKey",
    keyScopes: ["templates"],
    request: Object.keys(own.shape).length === 0 ? request : { ...request, params: own },
    problems: definition.problems.filter((code) => code !== "project.not_found"),
    notFound: notFound === "project.not_found" ? undefined : notFound,
  };
  // The type states the same rules, which the compiler cannot see.
  return derived as unknown as KeyOperation<T>;
}
