import { z } from "zod";
import type { PostJson, HttpAnswer } from "../http/http-client.ts";
import type { Order } from "./order.ts";

/** The outcome of one request. */
export type Outcome = {
  order: string;
  phase: number;
  /** "200" for a document; else the status and the problem code, or the error of the connection. */
  code: string;
  /** From the planned start until the last byte. */
  latencyMs: number;
  /** How late the load generator began it. */
  lateMs: number;
  bytes: number;
  pageCount: number;
};

/** The planned start of a request, on the clock of `performance.now()`, and its phase. */
export type Plan = { phase: number; intendedAt: number };

export type Send = (order: Order, plan: Plan) => Promise<Outcome>;

const problem = z.object({ error: z.object({ code: z.string() }) });

/** Returns a function that sends a request and checks the answer; it never rejects. */
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

/** A 200 without a whole PDF does not count. */
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

/** Whether the service refused the request because of the load: an answer that a load test may provoke. */
export const isRefusal = ({ code }: Outcome): boolean => /^429 |^503 queue\.full$/.test(code);
