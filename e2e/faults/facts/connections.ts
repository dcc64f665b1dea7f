import { readlink } from "node:fs/promises";
import { descendantsOf, networkCounters, type NetworkCounters, type RunningService } from "@platen/testing";

/** Attempts to reach an address outside, as the kernel counts them. Connections within the machine count nowhere. */
export type Attempts = Pick<NetworkCounters, "udpDatagrams" | "withoutRoute">;

/** The attempts in the network namespace of this process since an earlier count. */
export async function attemptsHere(since: Attempts = { udpDatagrams: 0, withoutRoute: 0 }): Promise<Attempts> {
  const { udpDatagrams, withoutRoute } = await networkCounters(process.pid);
  return { udpDatagrams: udpDatagrams - since.udpDatagrams, withoutRoute: withoutRoute - since.withoutRoute };
}

/** The counters of each network namespace that a worker's browser has for itself. */
export async function browserCounters({ pid }: RunningService): Promise<NetworkCounters[]> {
  const own = await namespaceOf("self");
  const namespaces = new Map<string, number>();
  for (const { pid: id } of await descendantsOf(pid)) namespaces.set(await namespaceOf(id), id);
  const others = [...namespaces].filter(([namespace]) => namespace !== "" && namespace !== own);
  return Promise.all(others.map(([, id]) => networkCounters(id)));
}

/** Empty for a process that has ended. */
function namespaceOf(id: number | string): Promise<string> {
  return readlink(`/proc/${id}/ns/net`).catch(() => "");
}
