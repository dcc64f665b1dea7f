import type { Mutation } from "../mutation.ts";

/** Where a workload has its pod, and its container. */
export const pod = "/spec/template/spec";
export const container = `${pod}/containers/0`;

/** A variable of a service with another value, or without any. */
export const gatewayConfig = (key: string, value?: string): Mutation => ["ConfigMap gateway", `/data/${key}`, value];
export const workerConfig = (key: string, value?: string): Mutation => ["ConfigMap worker", `/data/${key}`, value];
