import { expect } from "@jest/globals";
import {
  isProblem,
  Problem,
  problems,
  type Operation,
  type ParsedRequest,
  type ProblemCode,
  type ResponseOutput,
} from "@platen/contracts";
import { checkRequest, headerNames } from "@platen/http/check-request";
import { sample, type Stated } from "./sample.ts";

/** What a test states of an answer, or makes it of the request. */
type Answer<T extends Operation> =
  | Stated<ResponseOutput<T>>
  | ((request: ParsedRequest<T>) => Stated<ResponseOutput<T>>);
type Refusal = { code: ProblemCode; message?: string; details?: { path: string; message: string }[] };
type Served = { operation: Operation; pattern: RegExp; answer: (request: unknown) => unknown };

const encoder = new TextEncoder();

/**
 * Answers the requests of a page in place of a gateway. It checks them as the gateway does, and its answers have the form of
 * the contract. A test states what matters in them.
 */
export class FakeGateway {
  readonly #served = new Map<string, Served>();
  readonly #requests: { operationId: string; request: unknown }[] = [];
  readonly #faults: unknown[] = [];

  /** Serves an operation from now on. */
  serve<T extends Operation>(operation: T, answer: Answer<T>): void {
    this.#serve(operation, (request) => statedAnswer(answer, request));
  }

  /** Refuses the requests of an operation from now on. */
  refuse(operation: Operation, { code, ...more }: Refusal): void {
    this.#serve(operation, () => {
      throw new Problem(code, more);
    });
  }

  /** Leaves the requests of an operation without an answer until the returned function is called. */
  hold<T extends Operation>(operation: T, answer: Answer<T>): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#serve(operation, async (request) => {
      await promise;
      return statedAnswer(answer, request);
    });
    return resolve;
  }

  /** The requests of an operation so far, as the gateway reads them. */
  requestsOf<T extends Operation>({ operationId }: T): Partial<ParsedRequest<T>>[] {
    return this.#requests.flatMap((each) =>
      each.operationId === operationId ? [each.request as Partial<ParsedRequest<T>>] : [],
    );
  }

  /** Forgets everything, for the next test. */
  reset(): void {
    this.#served.clear();
    this.#requests.length = 0;
    this.#faults.length = 0;
  }

  /** Fails the test if a page has called what the test does not serve, or if an answer has not the form of the contract. */
  expectNoFaults(): void {
    expect(this.#faults).toEqual([]);
  }

  /** In place of the browser's own `fetch`. */
  readonly fetch = async (input: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const { pathname, searchParams } = new URL(input instanceof Request ? input.url : input, "http://platen.test");
    const method = (init.method ?? "GET").toLowerCase();
    // A path without parameters goes before one that has a parameter in the same place.
    const [served] = [...this.#served.values()]
      .filter(({ operation, pattern }) => operation.method === method && pattern.test(pathname))
      .toSorted((one, other) => parametersOf(one) - parametersOf(other));
    if (!served) {
      this.#faults.push(`the test does not serve ${method} ${pathname}`);
      return problemResponse(new Problem("route.not_found"));
    }
    try {
      return await answerTo(served, pathname, searchParams, init, (request) =>
        this.#requests.push({ operationId: served.operation.operationId, request }),
      );
    } catch (error) {
      if (!isProblem(error)) {
        this.#faults.push(error);
        throw error;
      }
      return problemResponse(error);
    }
  };

  #serve(operation: Operation, answer: Served["answer"]): void {
    const pattern = new RegExp(`^${operation.path.replaceAll(/\{(\w+)\}/g, "(?<$1>[^/]+)")}$`);
    this.#served.set(operation.operationId, { operation, pattern, answer });
  }
}

function statedAnswer<T extends Operation>(answer: Answer<T>, request: unknown): unknown {
  if (typeof answer !== "function") return answer;
  // `as`: the request was checked by the operation's own schemas, and no answer of an operation is a function.
  return (answer as (request: unknown) => unknown)(request);
}

function parametersOf({ operation }: Served): number {
  return operation.path.split("{").length;
}

async function answerTo(
  { operation, pattern, answer }: Served,
  pathname: string,
  query: URLSearchParams,
  { body, headers }: RequestInit,
  record: (request: unknown) => void,
): Promise<Response> {
  const sent = new Headers(headers);
  const { params, ...rest } = checkRequest(operation, {
    params: { ...pattern.exec(pathname)?.groups },
    query: Object.fromEntries(query),
    headers: Object.fromEntries(headerNames(operation).map((name) => [name, sent.get(name) ?? undefined])),
    json: typeof body === "string" ? encoder.encode(body) : undefined,
  });
  const bytes = body instanceof Uint8Array ? body : undefined;
  const request = Object.fromEntries(
    Object.entries({ params, ...rest, bytes }).filter(([, value]) => value !== undefined),
  );
  record(request);
  const stated = await answer(request);
  const { status, body: schema, content } = operation.response;
  if (stated instanceof Uint8Array) return new Response(new Uint8Array(stated), { status });
  if (content === "none" || !schema) return new Response(null, { status: 204 });
  const data = sample(schema, stated);
  schema.parse(data);
  return Response.json({ success: true, data }, { status });
}

function problemResponse({ code, message, details }: Problem): Response {
  const error = { code, message, requestId: "req_01jd3k8v7n2q4r6s8t0v2w4x6z", ...(details ? { details } : {}) };
  return Response.json({ success: false, error }, { status: problems[code].status });
}
