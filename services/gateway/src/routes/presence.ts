import { operations } from "@platen/contracts";
import { findPresent, maxPresent } from "@platen/contracts/internal";
import type { Presence } from "../presence/presence.ts";
import type { Routes } from "./routes.ts";

/** Mounts the heartbeat of an open template. The catalog says who is a member; Redis, who has the template open. */
export function mountPresence(routes: Routes, { presence }: { presence: Presence }): void {
  routes.mount(operations.keepPresence, async ({ params }, { call, signal }) => {
    const { templateId } = params;
    const asked = { params, body: { accountIds: await presence.of(templateId) } };
    const { accountId, members } = await call(findPresent, asked, { signal });
    await presence.renew(templateId, accountId);
    return { others: members.filter((member) => member.accountId !== accountId).slice(0, maxPresent) };
  });
}
