import { ScaledObject } from "@kubernetes-models/keda/keda.sh/v1alpha1/ScaledObject";
import { Ingress } from "kubernetes-models/networking.k8s.io/v1/Ingress";
import { environmentOf } from "../environment.ts";
import { objectsOf, type Rule } from "../manifests.ts";

/** What can be asked of a deployment as a whole only, whose namespace, images and addresses are known. */
export const overlayRules: readonly Rule[] = [
  {
    name: "tells the gateway what is in front of it",
    faults: (manifests) =>
      objectsOf(manifests.resources, Ingress).flatMap(({ spec }) => {
        const { TRUST_PROXY, PUBLIC_URL = "" } = environmentOf(manifests, "gateway");
        const hosts = [
          ...(spec?.rules ?? []).map(({ host }) => host),
          ...(spec?.tls ?? []).flatMap((tls) => tls.hosts),
        ];
        return [
          ...(TRUST_PROXY === "1" ? [] : ["TRUST_PROXY is not 1"]),
          ...(spec?.tls?.[0] && spec.tls.every(({ secretName }) => secretName)
            ? []
            : ["the ingress has no certificate"]),
          ...hosts
            .filter((host) => PUBLIC_URL !== `https://${host}`)
            .map((host) => `PUBLIC_URL is not https://${host}`),
        ];
      }),
  },
  {
    name: "runs images of a release",
    faults: ({ workloads }) =>
      workloads.flatMap(({ title, containers }) =>
        containers
          .filter(({ image = "" }) => !/:[^/]+$/.test(image) || image.endsWith(":latest"))
          .map(({ image }) => `${title} runs ${image}`),
      ),
  },
  {
    name: "is in a namespace that lets no pod have more rights than these",
    faults: ({ resources }) => {
      const namespaces = resources.filter(({ kind }) => kind === "Namespace");
      const isRestricted = namespaces.some(
        ({ metadata }) => metadata.labels?.["pod-security.kubernetes.io/enforce"] === "restricted",
      );
      const elsewhere = resources.filter(
        ({ kind, metadata }) => kind !== "Namespace" && metadata.namespace !== namespaces[0]?.metadata.name,
      );
      return [
        ...(isRestricted ? [] : ["it is not restricted"]),
        ...elsewhere.map(({ kind, metadata }) => `${kind} ${metadata.name} is elsewhere`),
      ];
    },
  },
  {
    name: "scales on the metrics of its own namespace",
    faults: ({ resources }) =>
      objectsOf(resources, ScaledObject).flatMap(({ metadata, spec }) =>
        spec.triggers
          .map((trigger) => trigger.metadata["query"] ?? "")
          .filter((query) => query.split(`namespace="${metadata?.namespace}"`).length < query.split("platen_").length)
          .map((query) => `${query} is not limited to ${metadata?.namespace}`),
      ),
  },
];
