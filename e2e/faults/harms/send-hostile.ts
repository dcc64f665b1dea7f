import { brotliCompressSync, constants, deflateSync } from "node:zlib";
import { createId, publicOperations } from "@platen/contracts";
import type { HostileCaller, startHostileAccounts } from "../load/hostile-accounts.ts";
import type { Answer } from "../load/caller.ts";
import type { Tenants } from "../load/tenants.ts";
import { compress } from "./compress.ts";
import { frame } from "./frame.ts";
import { expand, type HostileRequest } from "./hostile-requests.ts";
import { converse, headOf, type Conversation } from "./raw-bytes.ts";
import { withValue } from "./shapes.ts";

/** The deadline of a hostile document, and the time after which the attacker hangs up. */
const deadline = { "platen-deadline-ms": "3000" };
const patienceMs = 20_000;
const socketMs = 1_000;
const pipelineMs = 3_000;
/** A little below the limits of a body and of a file. */
const longestBody = 4_500_000;
const longestFile = 60_000_000;

const encoders = {
  plain: (body: string) => Buffer.from(body),
  gzip: (body: string) => compress(body),
  deflate: (body: string) => deflateSync(body, { level: 1 }),
  br: (body: string) => brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
  lying: (body: string) => Buffer.from(body),
};
const contentEncodings = { plain: "identity", gzip: "gzip", deflate: "deflate", br: "br", lying: "gzip" };
/** Those of keys and those of members have the same name, or different ones. */
const byId = Map.groupBy(publicOperations(), ({ operationId }) => operationId);
/** Those would end what the attacker has. They name what there is not. */
const ends = (method: string, id: string) => method === "delete" || /^(leave|revoke|cancel|start|delete)/.test(id);

const sampleTemplate = '"templateId":"a"';
/** An own template for a document at once. Accepted documents of the background would be made when the attackers have left. */
const templateOf = (operationId: string, ids: HostileCaller["ids"]) =>
  operationId === "generateDocument" ? `"templateId":"${ids["templateId"]}"` : sampleTemplate;

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

type Called = Pick<Extract<HostileRequest, { kind: "pipelined" }>, "operationId" | "as" | "account">;

/**
 * Prepares hostile requests of the attackers. What it returns sends one, and never rejects. Preparing a large body takes a
 * while, in which this process can measure no times.
 */
export function createPrepareHostile(tenants: Tenants, callerOf: Awaited<ReturnType<typeof startHostileAccounts>>) {
  const { send, attacker } = tenants;
  const { baseUrl } = tenants.platen;
  const generate = (templateId: string, data: object, options: object) => {
    const body = JSON.stringify({ templateId, data, options });
    return () => send("/api/v1/generate", { as: "key", body, headers: deadline, patienceMs });
  };
  const say =
    (conversation: Conversation, options: Parameters<typeof converse>[2] = { forMs: socketMs }) =>
    () =>
      converse(baseUrl, conversation, options);

  /** The method, address and headers of an operation, as a caller asks for it. */
  function partsOf({ operationId, as, account }: Called) {
    const forms = byId.get(operationId) ?? [];
    const definition = forms.find(({ access }) => (access === "apiKey") === as.endsWith("key")) ?? forms[0];
    const { method = "get", path = "/" } = definition ?? {};
    const isEnd = ends(method, operationId);
    const { headers, ids } = callerOf(isEnd && path.endsWith("/session") ? "anyone" : as, account);
    const known = new Map(Object.entries({ deliveryId: createId("delivery"), ...(isEnd ? {} : ids) }));
    const url = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => known.get(name) ?? "1");
    return { definition, method: method.toUpperCase(), url, ids, headers: { ...headers, ...deadline } };
  }

  return function prepareHostile(request: HostileRequest): () => Promise<Answer> {
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
        const body = JSON.stringify(source);
        return () => send(path, { as: "session", body, patienceMs });
      }
      case "operation": {
        const { encoding } = request;
        const { method, url, headers } = partsOf(request);
        const content = method === "GET" ? {} : { body: encoders[encoding](expand(request.body)) };
        const encoded = { ...headers, "content-encoding": contentEncodings[encoding] };
        return () => send(url, { as: "anyone", method, headers: encoded, patienceMs, ...content });
      }
      case "shaped": {
        const { operationId, path, value, encoding, framing } = request;
        const { definition, method, url, headers, ids } = partsOf(request);
        const schema = definition?.request.body;
        const given = schema
          ? withValue(schema, path, expand(value, longestBody)).replace(sampleTemplate, templateOf(operationId, ids))
          : expand(value, longestFile);
        const body = encoders[encoding](given);
        const encoded = { ...headers, "row-offset": "0", "content-encoding": contentEncodings[encoding] };
        if (framing === "whole") return () => send(url, { as: "anyone", method, headers: encoded, body, patienceMs });
        return say(frame(framing, { method, url, headers: encoded, body }));
      }
      case "pipelined": {
        const { method, url, headers } = partsOf(request);
        const head = headOf(`${method} ${url}`, { "Sec-Fetch-Site": "same-origin", ...headers });
        const { times, isRead } = request;
        return say({ begin: Buffer.from(head.repeat(times)) }, { forMs: pipelineMs, isRead });
      }
      case "socket":
        return say({ begin: Buffer.from(expand(request.bytes)) });
      default:
        return request satisfies never;
    }
  };
}
