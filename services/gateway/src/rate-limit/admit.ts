import { isOutput, Problem, type Operation } from "@platen/contracts";
import { accountHolder, networkHolder, type Holder } from "@platen/contracts/holder";
import { createFairRoom, type FairRoom } from "@platen/http";
import type { Caller } from "../catalog/caller.ts";
import type { KeyRateLimit } from "./key-rate-limit.ts";
import type { TenantOf } from "./tenant-of.ts";

/** Requests of one account that a gateway serves at a time. They share the catalog's connections and its event loop. */
const atOncePerAccount = 4;
const atOnce = 48;
/** The pause after a request that carries a whole template, as a multiple of its time, and the longest. So they take a quarter of the gateway's time. */
const pausePerTime = 3;
const longestPauseMs = 2_000;
/** Answers that are whole files, which a gateway holds until their callers have them: at a time, and of one account. */
const filesAtOnce = 12;
const filesPerAccount = 2;
/** The same for files that links open: at a time, and from one network. A gateway holds a piece of each, of 1 MiB. */
const linkedAtOnce = 64;
const linkedPerNetwork = 8;
/** Requests without a key or session: at a time, and from one network. */
const strangersAtOnce = 64;
const strangersPerNetwork = 8;
/** Further requests of an account wait for their turn, for so long and so many. */
const maxWaitMs = 10_000;
const maxWaiting = 100;

function refusalOver(perHolder: number, holder: string) {
  return (isOwnFault: boolean): Problem => {
    if (!isOwnFault) return new Problem("dependency.unavailable", { retryAfterSeconds: 1 });
    const message = `The ${holder} sends too many requests at once: Platen serves ${perHolder} at a time, and ${maxWaiting} wait. Wait the seconds in \`Retry-After\`, then send fewer at a time.`;
    return new Problem("rate.limited", { message, retryAfterSeconds: 1 });
  };
}

function createTurns(total: number, perHolder: number, holder = "account"): FairRoom {
  return createFairRoom({ total, perHolder, maxWaitMs, maxWaiting, refusal: refusalOver(perHolder, holder) });
}

async function refuseTooMany(counted: ReturnType<KeyRateLimit["take"]>, who: string): Promise<void> {
  const taken = await counted;
  if (taken.outcome !== "refused") return;
  const message = `The ${who} has sent too many requests. Wait the seconds in \`Retry-After\`, then try again.`;
  throw new Problem("rate.limited", { message, retryAfterSeconds: taken.retryAfterSeconds });
}

type Query = Readonly<Record<string, unknown>>;

/** Whether the answer comes late on purpose. The contract has not checked the query yet, and refuses what is not a number. */
function waitsOnPurpose({ waits, request }: Operation, { wait }: Query): boolean {
  return waits === true && (request.query === undefined || Number(wait) > 0);
}

/**
 * Creates the function that lets a request in, before its body is read: it counts against the limit of its project, over
 * all API keys, or of its account, over all sessions in the dashboard. Then it waits for a turn of its account, and
 * returns the function that ends the turn. Documents have permits instead; requests that wait on purpose have a turn for
 * each of their reads; previews, requests that carry a whole template, requests without a key or session, and files that
 * links open have turns of their own.
 *
 * While Redis is away the rates count nothing: the limit per key then refuses what needs Redis.
 */
export function createAdmit(deps: { tenantOf: TenantOf; perProject: KeyRateLimit; perAccount: KeyRateLimit }) {
  const { tenantOf, perProject, perAccount } = deps;
  const turns = createTurns(atOnce, atOncePerAccount);
  const fileTurns = createTurns(filesAtOnce, filesPerAccount);
  const linkedTurns = createTurns(linkedAtOnce, linkedPerNetwork, "network");
  const strangerTurns = createTurns(strangersAtOnce, strangersPerNetwork, "network");

  /** Counts the request, and tells the account of its caller. */
  async function accountOf(operation: Operation, caller: Caller, requestId: string): Promise<string | undefined> {
    const tenant = await tenantOf(caller, { requestId, publicOperation: operation });
    if (tenant === undefined) return undefined;
    if (tenant.projectId === undefined) {
      await refuseTooMany(perAccount.take(tenant.accountId), "account, with all its sessions,");
    } else {
      await refuseTooMany(perProject.take(tenant.projectId), "project, with all its API keys,");
    }
    return tenant.accountId;
  }

  return async function admit(
    operation: Operation,
    caller: Caller,
    { requestId, signal, query }: { requestId: string; signal: AbortSignal; query: Query },
  ): Promise<{ holder: Holder; leave: () => void }> {
    const accountId = await accountOf(operation, caller, requestId);
    const holder = accountId === undefined ? networkHolder(caller.network) : accountHolder(accountId);
    return { holder, leave: await enter(operation, caller, accountId, { query, signal }) };
  };

  /** Waits for a turn, and returns the function that ends it. */
  async function enter(
    operation: Operation,
    caller: Caller,
    accountId: string | undefined,
    { query, signal }: { query: Query; signal: AbortSignal },
  ): Promise<() => void> {
    const makesDocument = isOutput(operation.response.content);
    if (caller.kind === "anyone") {
      const ofStrangers = operation.response.content === "bytes" ? linkedTurns : strangerTurns;
      return ofStrangers.take(networkHolder(caller.network), 1, signal);
    }
    if (accountId === undefined || waitsOnPurpose(operation, query) || (makesDocument && caller.kind === "key"))
      return () => undefined;
    if (operation.response.content === "bytes") return fileTurns.take(accountHolder(accountId), 1, signal);
    if (!operation.carriesTemplate) {
      return turns.take(accountHolder(accountId, makesDocument ? "previews" : undefined), 1, signal);
    }
    const leave = await turns.take(accountHolder(accountId, "templates"), atOncePerAccount, signal);
    const startedAt = performance.now();
    return () => {
      setTimeout(leave, Math.min(longestPauseMs, pausePerTime * (performance.now() - startedAt))).unref();
    };
  }
}
