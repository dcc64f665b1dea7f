import { Ingress } from "kubernetes-models/networking.k8s.io/v1/Ingress";
import { environmentOf } from "../environment.ts";
import { objectsOf, type Rule } from "../manifests.ts";
import { gatewayConfig } from "../mutation.ts";

/** Rules for complete deployments, whose namespace and addresses are known. */
export const overlayRules: readonly Rule[] = [
  {
    name: "the gateway knows its proxy and its address, and the ingress has a certificate",
    faults: (manifests) =>
      objectsOf(manifests.resources, Ingress).flatMap(({ spec }) => {
        const { TRUST_PROXY, PUBLIC_URL = "" } = environmentOf(manifests, "gateway");
        const hosts = [
          ...(spec?.rules ?? []).map(({ host }) => host),
          ...(spec?.tls ?? []).flatMap((tls) => tls.hosts),
        ];
        const hasCertificate = spec?.tls?.[0] && spec.tls.every(({ secretName }) => secretName);
        return [
          ...(TRUST_PROXY === "1" ? [] : ["TRUST_PROXY is not 1"]),
          ...(hasCertificate ? [] : ["the ingress has no certificate"]),
          ...hosts
            .filter((host) => PUBLIC_URL !== `https://${host}`)
            .map((host) => `PUBLIC_URL is not https://${host}`),
        ];
      }),
    finds: [
      gatewayConfig("TRUST_PROXY"),
      gatewayConfig("PUBLIC_URL", "http://platen.example"),
      ["Ingress gateway", "/spec/rules/0/host", "other.example"],
      ["Ingress gateway", "/spec/tls/0/secretName"],
      ["Ingress gateway", "/spec/tls", []],
    ],
  },
  {
    name: "everything is in one namespace, which enforces the restricted Pod Security Standard",
    faults: ({ resources }) => {
      const namespaces = resources.filter(({ kind }) => kind === "Namespace");
      const isRestricted = namespaces.some(
        ({ metadata }) => metadata.labels?.["pod-security.kubernetes.io/enforce"] === "restricted",
      );
      const elsewhere = resources.filter(
        ({ kind, metadata }) => kind !== "Namespace" && metadata.namespace !== namespaces[0]?.metadata.name,
      );
      return [
        ...(isRestricted ? [] : ["the namespace does not enforce it"]),
        ...elsewhere.map(({ kind, metadata }) => `${kind} ${metadata.name} is in another namespace`),
      ];
    },
    finds: [
      ["Namespace platen", "/metadata/labels"],
      ["Service gateway", "/metadata/namespace", "default"],
    ],
  },
];
