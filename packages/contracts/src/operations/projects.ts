import { z } from "zod";
import { idSchema } from "../ids.ts";
import { operation } from "../operation.ts";
import { keyScopes } from "../scopes.ts";
import { limited } from "../schemas/fields.ts";
import { requestKeeping, requestKeepingBody } from "../schemas/kept-request.ts";
import { pageOf, pageQuery } from "../schemas/pagination.ts";
import { contentRetention, memberProject, project, projectDetails, projectName } from "../schemas/project.ts";
import { searchFilter } from "../schemas/template.ts";

const query = z.strictObject({
  ...pageQuery(["updatedAt", "createdAt", "name"], "updatedAt:desc"),
  search: searchFilter.optional(),
});

export const listProjects = operation({
  method: "get",
  path: "/api/v1/projects",
  operationId: "listProjects",
  summary: "List projects",
  description: "Lists the project of the key.",
  tag: "Projects",
  access: "apiKey",
  keyScopes,
  request: { query },
  response: { status: 200, content: "json", body: pageOf("projects", project) },
  problems: [],
});

const tag = "Dashboard: projects";
const params = z.strictObject({ projectId: idSchema("project") });

export const listMemberProjects = operation({
  method: "get",
  path: "/api/dashboard/projects",
  operationId: "listMemberProjects",
  summary: "List the projects of the signed-in account",
  tag,
  access: "session",
  request: { query },
  response: { status: 200, content: "json", body: pageOf("projects", memberProject) },
  problems: [],
});

export const createProject = operation({
  method: "post",
  path: "/api/dashboard/projects",
  operationId: "createProject",
  summary: "Create a project",
  description: "The signed-in account becomes the owner. Only accounts with the instance role `admin` may do this.",
  tag,
  access: "session",
  instanceRole: "admin",
  request: { body: z.strictObject({ name: projectName }) },
  response: { status: 201, content: "json", body: memberProject },
  problems: ["quota.reached"],
});

export const getProject = operation({
  method: "get",
  path: "/api/dashboard/projects/{projectId}",
  operationId: "getProject",
  summary: "Get a project",
  tag,
  access: "session",
  permission: "read",
  request: { params },
  response: { status: 200, content: "json", body: projectDetails },
  problems: [],
  notFound: "project.not_found",
});

export const renameProject = operation({
  method: "patch",
  path: "/api/dashboard/projects/{projectId}",
  operationId: "renameProject",
  summary: "Change a project's name and settings",
  description: "Leaves what the body does not name as it is.",
  tag,
  access: "session",
  permission: "own",
  request: {
    params,
    body: z.strictObject({
      name: projectName.optional(),
      allowsInlineHtml: project.shape.allowsInlineHtml.optional(),
      ...contentRetention.shape,
    }),
  },
  response: { status: 200, content: "json", body: projectDetails },
  problems: [],
  notFound: "project.not_found",
});

const requestKeepingPath = "/api/dashboard/projects/{projectId}/request-keeping";

export const getRequestKeeping = operation({
  method: "get",
  path: requestKeepingPath,
  operationId: "getRequestKeeping",
  summary: "Get for how long a project keeps requests",
  tag,
  access: "session",
  permission: "read",
  request: { params },
  response: { status: 200, content: "json", body: requestKeeping },
  problems: [],
  notFound: "project.not_found",
});

export const saveRequestKeeping = operation({
  method: "put",
  path: requestKeepingPath,
  operationId: "saveRequestKeeping",
  summary: "Save for how long a project keeps requests",
  description:
    "Applies to requests from now on. Fewer days shorten the time of requests that are kept already, 0 deletes them. An installation without `SECRETS_KEY` takes only 0.",
  tag,
  access: "session",
  permission: "own",
  request: { params, body: requestKeepingBody },
  response: { status: 200, content: "json", body: requestKeeping },
  problems: [],
  notFound: "project.not_found",
});

export const deleteProject = operation({
  method: "delete",
  path: "/api/dashboard/projects/{projectId}",
  operationId: "deleteProject",
  summary: "Delete a project with its content",
  description: "If the project has templates or active API keys, `confirmName` must be its name.",
  tag,
  access: "session",
  permission: "own",
  request: {
    params,
    query: z.strictObject({
      confirmName: limited(200).optional().meta({ description: "The project's name, to confirm." }),
    }),
  },
  response: { status: 204, content: "none" },
  problems: ["project.not_empty"],
  notFound: "project.not_found",
});
