import { z } from "zod";
import type { PostJson, HttpAnswer } from "../http/http-client.ts";
import type { Order } from "./order.ts";

/** What became of one request. */
export type Outcome = {
  order: string;
  phase: number;
  /** "200" for a document; else status and problem code, or what became of the connection. */
  code: string;
  /** From when it was meant to begin until the last byte. */
  latencyMs: number;
  /** How much later than meant the load generator began it. */
  lateMs: number;
  bytes: number;
  pageCount: number;
};

/** When a request was meant to begin, on the clock of `performance.now()`, and in which phase. */
export type Plan = { phase: number; intendedAt: number };

export type Send = (order: Order, plan: Plan) => Promise<Outcome>;

const problem = z.object({ error: z.object({ code: z.string() }) });

/** Makes what sends a request and looks at every answer; it never rejects. */
export function createSend(post: PostJson): Send {
  return async (order, { phase, intendedAt }) => {
    const lateMs = Math.max(0, performance.now() - intendedAt);
    const outcome = (code: string, bytes = 0, pageCount = 0): Outcome => {
      return { order: order.name, phase, code, latencyMs: performance.now() - intendedAt, lateMs, bytes, pageCount };
    };
    try {
      const answer = await post("/api/v1/generate", order.body);
      return outcome(codeOf(answer), answer.body.length, answer.pageCount);
    } catch (error) {
      const reason = error instanceof Error && "code" in error ? String(error.code) : String(error);
      return outcome(`no answer: ${reason}`);
    }
  };
}

/** A 200 counts only with a whole PDF. */
function codeOf({ status, body }: HttpAnswer): string {
  if (status === 200) return isPdf(body) ? "200" : "200 without a PDF";
  try {
    return `${status} ${problem.parse(JSON.parse(body.toString())).error.code}`;
  } catch {
    return String(status);
  }
}

function isPdf(body: Buffer): boolean {
  return body.toString("latin1", 0, 5) === "%PDF-" && body.subarray(-1_024).includes("%%EOF");
}

export const isDocument = ({ code }: Outcome): boolean => code === "200";

/** Refused in time because more was asked than can be done or is allowed: an answer that a load test may provoke. */
export const isRefusal = ({ code }: Outcome): boolean => /^429 |^503 queue\.full$/.test(code);
