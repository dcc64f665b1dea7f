import { BlockList, isIPv6 } from "node:net";
import type { INetworkPolicy } from "kubernetes-models/networking.k8s.io/v1/NetworkPolicy";
import type { INetworkPolicyPeer } from "kubernetes-models/networking.k8s.io/v1/NetworkPolicyPeer";
import type { INetworkPolicyPort } from "kubernetes-models/networking.k8s.io/v1/NetworkPolicyPort";
import { selects } from "./manifests.ts";

/** A caller or a called party: a pod, or an address outside the cluster. */
export type Party = {
  name: string;
  ports: readonly number[];
  pod?: { namespace: string; labels: Readonly<Record<string, string>> };
  address?: string;
};

/** Returns the allowed calls as lines of `from > to:port`. */
export function allowedCalls(policies: readonly INetworkPolicy[], parties: readonly Party[]): string[] {
  return parties.flatMap((from) =>
    parties
      .filter((to) => to !== from)
      .flatMap((to) =>
        to.ports
          .filter((port) => allows(policies, "Egress", from, to, port) && allows(policies, "Ingress", to, from, port))
          .map((port) => `${from.name} > ${to.name}:${port}`),
      ),
  );
}

/** Whether the policies of `own` allow calls to or from `other`. A pod that no policy selects has no limits. */
function allows(
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

const familyOf = (address: string) => (isIPv6(address) ? "ipv6" : "ipv4");

function networks(cidrs: readonly string[]): BlockList {
  const list = new BlockList();
  for (const cidr of cidrs) {
    const [network = "", bits] = cidr.split("/");
    list.addSubnet(network, Number(bits), familyOf(network));
  }
  return list;
}

function isPeer({ ipBlock, namespaceSelector, podSelector }: INetworkPolicyPeer, party: Party, ownNamespace: string) {
  if (ipBlock) {
    if (party.address === undefined) return false;
    const except = networks(ipBlock.except ?? []);
    const family = familyOf(party.address);
    return networks([ipBlock.cidr]).check(party.address, family) && !except.check(party.address, family);
  }
  if (!party.pod) return false;
  const { namespace, labels } = party.pod;
  const isInNamespace = namespaceSelector
    ? selects(namespaceSelector, { "kubernetes.io/metadata.name": namespace })
    : namespace === ownNamespace;
  return isInNamespace && selects(podSelector ?? {}, labels);
}

/** DNS goes over UDP, everything else over TCP. */
const dnsPort = 53;

function isPort({ protocol = "TCP", port, endPort }: INetworkPolicyPort, wanted: number): boolean {
  if (endPort !== undefined || typeof port !== "number")
    throw new Error(
      "a network policy names a port by name or range, which not every network plugin supports. Use a number.",
    );
  return port === wanted && protocol === (wanted === dnsPort ? "UDP" : "TCP");
}
