import { z } from "zod";
import { operation } from "../doors.ts";
import { keyScopes } from "../scopes.ts";
import { limited } from "../schemas/fields.ts";
import { requestKeeping, requestKeepingBody } from "../schemas/kept-request.ts";
import { pageOf, pageQuery } from "../schemas/pagination.ts";
import { memberProject, project, projectChanges, projectDetails, projectName } from "../schemas/project.ts";
import { searchFilter } from "../schemas/template.ts";

const query = z.strictObject({
  ...pageQuery(["updatedAt", "createdAt", "name"], "updatedAt:desc"),
  search: searchFilter.optional(),
});

export const listProjects = operation({
  method: "get",
  path: "/projects",
  operationId: "listProjects",
  doors: { key: { scopes: keyScopes } },
  request: { query },
  response: { status: 200, content: "json", body: pageOf("projects", project) },
});

export const listMemberProjects = operation({
  method: "get",
  path: "/projects",
  operationId: "listMemberProjects",
  doors: { account: {} },
  request: { query },
  response: { status: 200, content: "json", body: pageOf("projects", memberProject) },
});

/** The signed-in account becomes the owner. Only accounts with the instance role `admin` may do this. */
export const createProject = operation({
  method: "post",
  path: "/projects",
  operationId: "createProject",
  doors: { account: { instanceRole: "admin" } },
  request: { body: z.strictObject({ name: projectName }) },
  response: { status: 201, content: "json", body: memberProject },
  problems: ["quota.reached"],
});

export const getProject = operation({
  method: "get",
  path: "",
  operationId: "getProject",
  doors: { member: { permission: "read" } },
  servedBy: "gateway",
  request: {},
  response: { status: 200, content: "json", body: projectDetails },
});

export const renameProject = operation({
  method: "patch",
  path: "",
  operationId: "renameProject",
  doors: { member: { permission: "own" } },
  servedBy: "gateway",
  request: { body: projectChanges },
  response: { status: 200, content: "json", body: projectDetails },
});

export const getRequestKeeping = operation({
  method: "get",
  path: "/request-keeping",
  operationId: "getRequestKeeping",
  doors: { member: { permission: "read" } },
  request: {},
  response: { status: 200, content: "json", body: requestKeeping },
});

/**
 * Applies to requests from now on. Fewer days shorten the time of requests that are kept already, 0 deletes them. An
 * installation without `SECRETS_KEY` takes only 0.
 */
export const saveRequestKeeping = operation({
  method: "put",
  path: "/request-keeping",
  operationId: "saveRequestKeeping",
  doors: { member: { permission: "own" } },
  request: { body: requestKeepingBody },
  response: { status: 200, content: "json", body: requestKeeping },
});

/** If the project has templates or active API keys, `confirmName` must be its name. */
export const deleteProject = operation({
  method: "delete",
  path: "",
  operationId: "deleteProject",
  doors: { member: { permission: "own" } },
  request: {
    query: z.strictObject({
      confirmName: limited(200).optional().meta({ description: "The project's name, to confirm." }),
    }),
  },
  response: { status: 204, content: "none" },
  problems: ["project.not_empty"],
});
