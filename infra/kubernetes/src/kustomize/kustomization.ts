import { z } from "zod";

/** What of kustomize the manifests use. Anything else fails, rather than being rendered wrongly. */
export const kustomizationSchema = z.strictObject({
  apiVersion: z.enum(["kustomize.config.k8s.io/v1beta1", "kustomize.config.k8s.io/v1alpha1"]),
  kind: z.enum(["Kustomization", "Component"]),
  namespace: z.string().optional(),
  resources: z.array(z.string()).default([]),
  components: z.array(z.string()).default([]),
  labels: z
    .array(z.strictObject({ pairs: z.record(z.string(), z.string()), includeTemplates: z.boolean().default(false) }))
    .default([]),
  images: z
    .array(z.strictObject({ name: z.string(), newName: z.string().optional(), newTag: z.string().optional() }))
    .default([]),
  configMapGenerator: z
    .array(
      z.strictObject({
        name: z.string(),
        behavior: z.enum(["create", "merge"]).default("create"),
        literals: z.array(z.string().includes("=")).default([]),
        files: z.array(z.string()).default([]),
      }),
    )
    .default([]),
  patches: z
    .array(
      z.strictObject({
        path: z.string().optional(),
        patch: z.string().optional(),
        target: z.strictObject({ kind: z.string(), name: z.string().optional() }).optional(),
      }),
    )
    .default([]),
});

export type Kustomization = z.output<typeof kustomizationSchema>;
