import { operations } from "@platen/contracts";
import { findPresent, maxPresent } from "@platen/contracts/internal";
import type { Catalog } from "../catalog/catalog.ts";
import type { Presence } from "../presence/presence.ts";
import type { Routes } from "./routes.ts";

/** Mounts the heartbeat of an open template. The catalog says who is a member; Redis, who has the template open. */
export function mountPresence(
  routes: Routes,
  {
    catalog,
    presence,
  }: {
    catalog: Catalog;
    presence: Presence;
  },
): void {
  routes.mount(operations.keepPresence, async ({ params }, context) => {
    const { templateId } = params;
    const { accountId, members } = await catalog.call(
      findPresent,
      { params, body: { accountIds: await presence.of(templateId) } },
      context,
      { publicOperation: operations.keepPresence, signal: context.signal },
    );
    await presence.renew(templateId, accountId);
    return { others: members.filter((member) => member.accountId !== accountId).slice(0, maxPresent) };
  });
}
