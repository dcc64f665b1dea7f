import { BlockList } from "node:net";
import type { INetworkPolicy } from "kubernetes-models/networking.k8s.io/v1/NetworkPolicy";
import type { INetworkPolicyPeer } from "kubernetes-models/networking.k8s.io/v1/NetworkPolicyPeer";
import type { INetworkPolicyPort } from "kubernetes-models/networking.k8s.io/v1/NetworkPolicyPort";
import { selects } from "./selector.ts";

/** Somebody who calls or is called: a pod, or an address outside of the cluster. */
export type Party = {
  name: string;
  ports: readonly number[];
  pod?: { namespace: string; labels: Readonly<Record<string, string>> };
  address?: string;
};

/** Who may call whom on which of their ports, as lines of `from > to:port`. */
export function allowedCalls(policies: readonly INetworkPolicy[], parties: readonly Party[]): string[] {
  return parties.flatMap((from) =>
    parties
      .filter((to) => to !== from)
      .flatMap((to) =>
        to.ports
          .filter((port) => lets(policies, "Egress", from, to, port) && lets(policies, "Ingress", to, from, port))
          .map((port) => `${from.name} > ${to.name}:${port}`),
      ),
  );
}

/** Whether the policies of `own` let it call, or be called by, `other`. Whom no policy selects is not limited. */
function lets(
  policies: readonly INetworkPolicy[],
  type: "Ingress" | "Egress",
  own: Party,
  other: Party,
  port: number,
): boolean {
  const { pod } = own;
  if (!pod) return true;
  const selecting = policies.flatMap(({ metadata, spec }) =>
    metadata?.namespace === pod.namespace &&
    spec?.policyTypes?.includes(type) &&
    selects(spec.podSelector ?? {}, pod.labels)
      ? [spec]
      : [],
  );
  if (selecting.length === 0) return true;
  const rules = selecting.flatMap(({ ingress = [], egress = [] }) =>
    type === "Ingress"
      ? ingress.map(({ from, ports }) => ({ peers: from, ports }))
      : egress.map(({ to, ports }) => ({ peers: to, ports })),
  );
  return rules.some(
    ({ peers, ports }) =>
      (!peers?.length || peers.some((peer) => isPeer(peer, other, pod.namespace))) &&
      (!ports?.length || ports.some((candidate) => isPort(candidate, port))),
  );
}

function isPeer({ ipBlock, namespaceSelector, podSelector }: INetworkPolicyPeer, party: Party, ownNamespace: string) {
  if (ipBlock) {
    if (ipBlock.except)
      throw new Error(`a network policy excepts something from ${ipBlock.cidr}; name what it lets instead`);
    const [network = "", bits] = ipBlock.cidr.split("/");
    const block = new BlockList();
    block.addSubnet(network, Number(bits), "ipv4");
    return party.address !== undefined && block.check(party.address, "ipv4");
  }
  if (!party.pod) return false;
  const { namespace, labels } = party.pod;
  const isInNamespace = namespaceSelector
    ? selects(namespaceSelector, { "kubernetes.io/metadata.name": namespace })
    : namespace === ownNamespace;
  return isInNamespace && selects(podSelector ?? {}, labels);
}

/** Names are asked for over UDP, and everything else goes over TCP. */
const namesPort = 53;

function isPort({ protocol = "TCP", port, endPort }: INetworkPolicyPort, wanted: number): boolean {
  if (endPort !== undefined || typeof port !== "number")
    throw new Error("a network policy names a port that is not one number; not every cluster can do that");
  return port === wanted && protocol === (wanted === namesPort ? "UDP" : "TCP");
}
