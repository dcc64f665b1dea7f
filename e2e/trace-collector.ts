import { createServer } from "node:http";
import { z } from "zod";

const value = z.object({ stringValue: z.string().optional(), intValue: z.union([z.number(), z.string()]).optional() });
const attributes = z
  .array(z.object({ key: z.string(), value }))
  .default([])
  .transform((list) =>
    Object.fromEntries(list.map(({ key, value: held }) => [key, held.stringValue ?? Number(held.intValue)])),
  );
const exported = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes }),
      scopeSpans: z.array(
        z.object({
          spans: z.array(
            z.object({
              traceId: z.string(),
              spanId: z.string(),
              parentSpanId: z.string().optional(),
              name: z.string(),
              kind: z.number(),
              links: z.array(z.object({ traceId: z.string() })).default([]),
              attributes,
            }),
          ),
        }),
      ),
    }),
  ),
});

/** A received span, with the service that sent it. */
export type CollectedSpan = {
  service: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string | undefined;
  name: string;
  links: { traceId: string }[];
  attributes: Record<string, string | number>;
};

/** Starts a receiver of traces (OTLP over HTTP, in JSON). If it `hangs`, it reads them and never answers. */
export async function startTraceCollector({ hangs = false } = {}) {
  const spans: CollectedSpan[] = [];
  let text = "";
  let requests = 0;
  const server = createServer((request, response) => {
    requests += 1;
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.once("end", () => {
      if (hangs) return;
      const body = Buffer.concat(chunks).toString();
      text += body;
      for (const { resource, scopeSpans } of exported.parse(JSON.parse(body)).resourceSpans) {
        const service = String(resource.attributes["service.name"]);
        for (const span of scopeSpans.flatMap((scope) => scope.spans)) spans.push({ ...span, service });
      }
      response.setHeader("content-type", "application/json");
      response.end("{}");
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  return {
    url: `http://127.0.0.1:${port}`,
    requests: () => requests,
    spansOf: (traceId: string) => spans.filter((span) => span.traceId === traceId),
    all: (): readonly CollectedSpan[] => spans,
    /** All received bodies as text. */
    text: () => text,
    close(): void {
      server.closeAllConnections();
      server.close();
    },
  };
}

export type TraceCollector = Awaited<ReturnType<typeof startTraceCollector>>;
