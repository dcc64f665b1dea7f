import type { Operation, RequestOf, ResponseInput, ResponseOutput } from "@platen/contracts";
import { getProjectTenant, type Tenant } from "@platen/contracts/internal";
import type { CallContext, Reply } from "@platen/http";
import { z } from "zod";
import { keyHashOf, sessionHashOf, type Caller } from "../catalog/caller.ts";
import { tenantOfKey } from "../auth/verify-caller.ts";
import type { Catalog } from "../catalog/catalog.ts";
import type { ProjectTenants } from "../rate-limit/tenants.ts";
import type { Received, Routes } from "./routes.ts";

/** An operation of the catalog for members, and the same for API keys. */
type Forms<T extends Operation> = readonly [forMembers: T, forKeys: Operation];
type CallSettings = Omit<NonNullable<Parameters<Catalog["call"]>[3]>, "publicOperation">;

/** How a handler serves its caller, a member or an API key. */
type Service = {
  context: CallContext<Caller>;
  /** Calls the catalog's operation for this kind of caller. */
  call: <T extends Operation>(
    forms: Forms<T>,
    request: RequestOf<T>,
    settings?: CallSettings,
  ) => Promise<ResponseOutput<T>>;
  /** Calls an operation that answers with a file. */
  file: <T extends Operation>(
    forms: Forms<T>,
    request: RequestOf<T>,
    settings?: CallSettings,
  ) => ReturnType<Catalog["file"]>;
  /** The project, and the account for which it counts. */
  tenant: () => Promise<Tenant>;
};

const ofMember = z.object({ projectId: z.string() });

type BothHandler<T extends Operation> = (request: Received<T>, service: Service) => Promise<ResponseInput<T> | Reply>;

/**
 * Creates the function that mounts an operation of a project for members, and the same one for API keys. The contract
 * derives one from the other: they differ in `projectId` alone, which the request of a key does not have.
 */
export function createMountBoth(
  routes: Routes,
  { catalog, tenants }: { catalog: Pick<Catalog, "call" | "file">; tenants: ProjectTenants },
) {
  function tenantOf(
    publicOperation: Operation,
    { params }: { params?: unknown },
    context: CallContext<Caller>,
  ): Promise<Tenant> {
    const { caller, signal } = context;
    if (caller.kind === "key") return tenants.of(keyHashOf(caller), () => tenantOfKey(catalog, context, { signal }));
    const { projectId } = ofMember.parse(params);
    return tenants.of(`${sessionHashOf(caller)} ${projectId}`, () =>
      catalog.call(getProjectTenant, { params: { projectId } }, context, { signal, publicOperation }),
    );
  }

  function serviceFor(
    publicOperation: Operation,
    request: { params?: unknown },
    context: CallContext<Caller>,
  ): Service {
    // The compiler cannot see that both forms answer alike.
    const formOf = <T extends Operation>([forMembers, forKeys]: Forms<T>): T =>
      context.caller.kind === "key" ? (forKeys as T) : forMembers;
    return {
      context,
      call: (forms, asked, settings) => catalog.call(formOf(forms), asked, context, { ...settings, publicOperation }),
      file: (forms, asked, settings) => catalog.file(formOf(forms), asked, context, { ...settings, publicOperation }),
      tenant: () => tenantOf(publicOperation, request, context),
    };
  }

  return function mountBoth<T extends Operation>(
    forMembers: T,
    forKeys: Operation & { response: T["response"] },
    handler: BothHandler<T>,
  ): void {
    routes.mount(forMembers, (request, context) => handler(request, serviceFor(forMembers, request, context)));
    routes.mount(forKeys, (request, context) => {
      // A handler passes the params on, and asks for the project by `tenant`.
      const asForMembers = request as unknown as Received<T>;
      const result: Promise<unknown> = handler(asForMembers, serviceFor(forKeys, request, context));
      return result as Promise<ResponseInput<typeof forKeys> | Reply>;
    });
  };
}
