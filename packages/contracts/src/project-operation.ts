import { z } from "zod";
import { idSchema } from "./ids.ts";
import type { Operation, Permission } from "./operation.ts";
import type { ProblemCode } from "./problems.ts";

type KeyOperation = Operation & { access: "apiKey" };

const ofProject = z.strictObject({ projectId: idSchema("project") });
type OfProject = (typeof ofProject)["shape"];

type OwnParams<Request> = Request extends { params: z.ZodObject<infer Shape> } ? Shape : Record<never, never>;

/** An operation of API keys as a member calls it in the dashboard. */
export type ProjectOperation<
  T extends KeyOperation,
  P extends Permission = Permission,
  Id extends string = string,
> = Omit<T, "path" | "operationId" | "tag" | "access" | "permission" | "request" | "problems" | "notFound"> & {
  path: string;
  operationId: Id;
  tag: string;
  access: "session";
  permission: P;
  request: Omit<T["request"], "params"> & { params: z.ZodObject<OfProject & OwnParams<T["request"]>, z.core.$strict> };
  problems: readonly ProblemCode[];
  notFound: ProblemCode;
};

/**
 * Derives the dashboard's operation of a project from one of API keys. Its path names the project, and the member needs a
 * role. All else is equal: body, answer, limits.
 */
export function projectOperation<const T extends KeyOperation, P extends Permission, const Id extends string>(
  definition: T,
  { operationId, permission }: { operationId: Id; permission: P },
): ProjectOperation<T, P, Id> {
  const { params } = definition.request;
  const ofKey = params instanceof z.ZodObject ? params.shape : {};
  const { notFound = "project.not_found" } = definition;
  const derived = {
    ...definition,
    operationId,
    path: definition.path.replace("/api/v1/", "/api/dashboard/projects/{projectId}/"),
    tag: "Dashboard: batches",
    access: "session",
    permission,
    request: { ...definition.request, params: ofProject.extend(ofKey) },
    problems:
      notFound === "project.not_found" ? definition.problems : [...definition.problems, "project.not_found" as const],
    notFound,
  };
  // The type states the same rules, which the compiler cannot see.
  return derived as unknown as ProjectOperation<T, P, Id>;
}
