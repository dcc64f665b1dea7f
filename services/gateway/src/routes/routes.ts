import {
  doorsOf,
  type Operation,
  type PublicOperation,
  type RequestOf,
  type ResponseInput,
  type ResponseOutput,
  type TwoDoors,
} from "@platen/contracts";
import { getTenant, type Tenant } from "@platen/contracts/internal";
import type { CallContext, createMount, ReceivedRequest, Reply } from "@platen/http";
import { z } from "zod";
import type { PreparedBodies } from "../bodies/prepare-body.ts";
import { credentialOf, type Caller } from "../catalog/caller.ts";
import type { Catalog } from "../catalog/catalog.ts";
import type { ProjectTenants } from "../rate-limit/tenants.ts";

type CallSettings = Omit<NonNullable<Parameters<Catalog["call"]>[3]>, "publicOperation">;

/** What a handler knows of its caller, and how it works for them. It is the same at each door of the operation. */
export type RouteContext = CallContext<Caller> & {
  /** The path under which this kind of caller finds what the project has. */
  projectPath: string;
  /** Calls an operation of the catalog for the caller. */
  call: <T extends Operation>(
    operation: T,
    request: RequestOf<T>,
    settings?: CallSettings,
  ) => Promise<ResponseOutput<T>>;
  /** Calls an operation of the catalog that answers with a file. */
  file: <T extends Operation>(
    operation: T,
    request: RequestOf<T>,
    settings?: CallSettings,
  ) => ReturnType<Catalog["file"]>;
  /** The project, and the account for which it counts. */
  tenant: () => Promise<Tenant>;
};

/** What an operation with two doors takes and answers at both of them. */
type Shared<T extends PublicOperation> = T extends TwoDoors ? T["key"] : Extract<T, Operation>;

export type RouteHandler<T extends PublicOperation> = (
  request: ReceivedRequest<Shared<T>, PreparedBodies>,
  context: RouteContext,
) => Promise<ResponseInput<Shared<T>> | Reply>;

/** Mounts operations, each at all of its doors. */
export type Routes = { mount: <T extends PublicOperation>(operation: T, handler: RouteHandler<T>) => void };

const ofProject = z.object({ projectId: z.string() });

/** The caller at a door for members, whose project the check of the request has found well-formed. */
function memberIn(caller: Caller, params: unknown): Caller {
  if (caller.kind !== "session") throw new Error(`called by ${caller.kind} instead of a session`);
  return { ...caller, kind: "member", projectId: ofProject.parse(params).projectId };
}

function projectPathOf(caller: Caller): string {
  return caller.kind === "member" ? `/api/dashboard/projects/${caller.projectId}` : "/api/v1";
}

/** Creates the one place where an operation meets its doors. */
export function createRoutes(
  base: Pick<ReturnType<typeof createMount<Caller, PreparedBodies>>, "mount">,
  { catalog, tenants }: { catalog: Pick<Catalog, "call" | "file">; tenants: ProjectTenants },
): Routes {
  function contextAt(door: Operation, request: { params?: unknown }, context: CallContext<Caller>): RouteContext {
    const caller = door.permission === undefined ? context.caller : memberIn(context.caller, request.params);
    const { signal } = context;
    const asCaller = { ...context, caller };
    const call: RouteContext["call"] = (operation, asked, settings) =>
      catalog.call(operation, asked, asCaller, { ...settings, publicOperation: door });
    return {
      ...asCaller,
      projectPath: projectPathOf(caller),
      call,
      file: (operation, asked, settings) =>
        catalog.file(operation, asked, asCaller, { ...settings, publicOperation: door }),
      tenant: () => tenants.of(credentialOf(caller) ?? "", () => call(getTenant, {}, { signal, isUrgent: true })),
    };
  }

  // Typed by `Routes`: the request of each door has what both doors take.
  const mount = (operation: PublicOperation, handler: (request: never, context: RouteContext) => Promise<unknown>) => {
    for (const door of doorsOf(operation)) {
      base.mount(door, (request, context) => handler(request as never, contextAt(door, request, context)));
    }
  };
  return { mount };
}
