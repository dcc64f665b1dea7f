import { connect } from "node:net";
import { brotliCompressSync, constants, deflateSync, gzipSync } from "node:zlib";
import { createId, operations, type Operation } from "@platen/contracts";
import { noAnswer, type Answer } from "../load/caller.ts";
import type { Tenants } from "../load/tenants.ts";
import { expand, type HostileRequest } from "./hostile-requests.ts";

/** The deadline of a hostile document, and the time after which the attacker hangs up. */
const deadline = { "platen-deadline-ms": "3000" };
const patienceMs = 20_000;
const socketMs = 1_000;

const encoders = {
  plain: (body: string) => Buffer.from(body),
  gzip: (body: string) => gzipSync(body, { level: 1 }),
  deflate: (body: string) => deflateSync(body, { level: 1 }),
  br: (body: string) => brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
  lying: (body: string) => Buffer.from(body),
};
const contentEncodings = { plain: "identity", gzip: "gzip", deflate: "deflate", br: "br", lying: "gzip" };
const byId = new Map<string, Operation>(Object.entries(operations));

type Settings = Extract<HostileRequest, { kind: "raw" }>["settings"];

/** The settings with their texts, which are as long as the limits allow. */
function settingsOf({ header, footer, title, ...rest }: Settings): Record<string, unknown> {
  return {
    ...rest,
    ...(header && { header: expand(header, 99_000) }),
    ...(footer && { footer: expand(footer, 99_000) }),
    ...(title && { title: expand(title, 500) }),
  };
}

/** Sends a hostile request as the attacker; never rejects. */
export async function sendHostile(tenants: Tenants, request: HostileRequest): Promise<Answer> {
  const { send, attacker } = tenants;
  const generate = (templateId: string, data: object, options: object) => {
    const body = JSON.stringify({ templateId, data, options });
    return send("/api/v1/generate", { as: "key", body, headers: deadline, patienceMs });
  };
  switch (request.kind) {
    case "escaped": {
      const values = Object.entries(request.values).map(([name, value]) => [name, expand(value)]);
      return generate(attacker.escaped, Object.fromEntries(values), settingsOf(request.settings));
    }
    case "raw": {
      const { script, settings } = request;
      const html = script === "" ? "" : `<script>${script}</script>`;
      const options = { ...settingsOf(settings), ...(script !== "" && { javascript: true }) };
      return generate(attacker.raw, { html: html + expand(request.html) }, options);
    }
    case "preview": {
      const { html, css, settings } = request;
      const source = { name: "Hostile", html: expand(html), css: expand(css), settings: settingsOf(settings) };
      const path = `/api/dashboard/projects/${attacker.projectId}/previews`;
      return send(path, { as: "session", body: JSON.stringify(source), patienceMs });
    }
    case "operation": {
      const { operationId, as, body, encoding } = request;
      const { method = "get", path = "/" } = byId.get(operationId) ?? {};
      const ids = { projectId: attacker.projectId, templateId: attacker.raw, documentId: createId("document") };
      const url = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => new Map(Object.entries(ids)).get(name) ?? "1");
      const content = method === "get" ? {} : { body: encoders[encoding](expand(body)) };
      const headers = { "content-encoding": contentEncodings[encoding] };
      return send(url, { as, method: method.toUpperCase(), headers, patienceMs, ...content });
    }
    case "socket":
      break;
  }
  return converse(tenants.platen.baseUrl, expand(request.bytes));
}

/** Writes bytes to the gateway, and reads for a while. The status is the highest of the answers. */
function converse(baseUrl: string, bytes: string): Promise<Answer> {
  const { hostname, port } = new URL(baseUrl);
  const sentAt = performance.now();
  let received = "";
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    socket.on("data", (part) => (received += part.toString("latin1")));
    socket.on("error", () => socket.destroy());
    const tooLong = setTimeout(() => socket.destroy(), socketMs);
    socket.on("close", () => {
      clearTimeout(tooLong);
      const statuses = [...received.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status));
      const status = statuses.length === 0 ? ("hung up" as const) : Math.max(...statuses);
      resolve({ ...noAnswer, marker: "", status, sentAt, answeredAt: performance.now() });
    });
  });
}
