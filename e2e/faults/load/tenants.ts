import { operations, type Role } from "@platen/contracts";
import { startOwnRedis, startPlaten, type Platen } from "@platen/testing";
import type { Redis } from "ioredis";
import { inviteStranger, signIn, type Credentials, type DashboardSession } from "../../dashboard-session.ts";
import { createKey, createProject, publishTemplate } from "../../project-setup.ts";
import type { Stage } from "../runner/stage.ts";
import { reportingMemory } from "../facts/memory-in-use.ts";
import { createBatchCaller, type BatchCaller } from "./batch-caller.ts";
import { askAtOnce, askFor, askSteadily, type Answer, type RawRequest } from "./caller.ts";

/** The memory of Redis: half of that in Compose, so that less data fill it. */
export const redisBytes = 200_000_000;
/** The JavaScript heap of a container as in Compose. */
const limitedHeap = { NODE_OPTIONS: "--max-old-space-size=256" };
/** Requests of the victim. */
export const perSecond = 8;

/** A request of the attacker: with no right, with a key of an own project, or in the session of an own account. */
export type AttackerRequest = RawRequest & { as: "anyone" | "key" | "session" };

/** Two accounts that share one Platen: the victim asks for invoices all the time, the attacker does harm. */
export type Tenants = {
  platen: Platen;
  redis: Redis;
  victim: BatchCaller;
  attacker: Credentials & {
    dashboard: DashboardSession;
    projectId: string;
    apiKey: string;
    /** A template that prints `{{{html}}}`, and one that prints escaped values only. */
    raw: string;
    escaped: string;
  };
  /** Makes one more project of the attacker. */
  addProject: (name: string) => Promise<string>;
  send: (path: string, request: AttackerRequest) => Promise<Answer>;
  /** The victim asks for invoices until `stop`. */
  victimAsks: () => ReturnType<typeof askSteadily>;
  /** The answers to the victim while the attacker does nothing for so long. */
  peace: (ms: number) => Promise<Answer[]>;
};

const invoice = `<p>{{marker}}</p><h1>Invoice</h1><table>{{#lines}}<tr><td>{{.}}<td>Widget<td>12.50</tr>{{/lines}}</table>`;
const lines = Array.from({ length: 20 }, (_, line) => line);
const escaped = `<title>Invoice {{number}}</title><img src="{{logo}}"><p>{{note}}</p>`;

type TenantsOptions = { workers?: number; reportsMemory?: boolean; catalog?: Record<string, string> };

/**
 * Starts a Platen with a full container's limits of memory, and both tenants. Its services can report the memory that they
 * use where `reportsMemory`.
 */
export async function startTenants(
  stage: Pick<Stage, "onEnd" | "connectToRedis">,
  gateway: Record<string, string> = {},
  { workers = 1, reportsMemory = false, catalog = {} }: TenantsOptions = {},
): Promise<Tenants> {
  const server = await startOwnRedis();
  stage.onEnd(() => server.stop());
  const redis = stage.connectToRedis(server.url);
  await redis.config("SET", "maxmemory", redisBytes);
  const limited = reportsMemory
    ? { NODE_OPTIONS: `${limitedHeap.NODE_OPTIONS} ${reportingMemory.NODE_OPTIONS}` }
    : limitedHeap;
  const platen = await startPlaten({
    workers,
    redisUrl: server.url,
    // Each attack from an address of its own, as a caller with many addresses has.
    env: { gateway: { ...limited, TRUST_PROXY: "1", ...gateway }, catalog: { ...limited, ...catalog } },
  });
  stage.onEnd(() => platen.stop());
  const { baseUrl, account, projectId: demoId } = platen;
  const victim = await createBatchCaller(platen, "Victim", invoice);
  const owner = await signIn(baseUrl, account);
  const credentials = { email: "attacker@example.com", password: "a password of the attacker" };
  const dashboard = await inviteStranger(baseUrl, owner, credentials);
  /** The attacker joins a project of the victim's account, which the invitation names. */
  async function join(params: { projectId: string }, role: Role): Promise<void> {
    const { code } = await owner.call(operations.inviteMember, { params, body: { email: credentials.email, role } });
    await dashboard.call(operations.acceptInvitation, { body: { code, password: credentials.password } });
  }
  await join({ projectId: demoId }, "viewer");

  // Made by the first account, which then leaves: others may not make projects.
  async function addProject(name: string): Promise<string> {
    const project = { projectId: await createProject(owner, name) };
    await join(project, "owner");
    await owner.call(operations.leaveProject, { params: project });
    return project.projectId;
  }
  const projectId = await addProject("Attacker");
  const publish = (name: string, html: string) => publishTemplate(dashboard, projectId, { name, html });
  const attacker = {
    ...credentials,
    dashboard,
    projectId,
    apiKey: (await createKey(baseUrl, dashboard, projectId)).key,
    raw: await publish("Raw", "{{{html}}}"),
    escaped: await publish("Escaped", escaped),
  };

  const credential = {
    anyone: () => ({}),
    key: () => ({ authorization: `Bearer ${attacker.apiKey}` }),
    session: () => ({ cookie: dashboard.cookie() ?? "" }),
  };
  let address = 0;
  function send(path: string, { as, headers, ...rest }: AttackerRequest): Promise<Answer> {
    address += 1;
    return askFor("", baseUrl + path, {
      ...rest,
      headers: {
        ...credential[as](),
        "sec-fetch-site": "same-origin",
        "x-forwarded-for": `10.${(address >> 16) & 255}.${(address >> 8) & 255}.${address & 255}`,
        ...headers,
      },
    });
  }

  const ask = (number: number) =>
    victim.ask(`invoice ${number}`, { data: { lines }, headers: { "platen-deadline-ms": "5000" } });
  const victimAsks = () => askSteadily(perSecond, ask);
  await askAtOnce(4, ask);
  return {
    platen,
    redis,
    victim,
    attacker,
    addProject,
    send,
    victimAsks,
    async peace(ms) {
      const load = victimAsks();
      await new Promise((passed) => setTimeout(passed, ms));
      return load.stop();
    },
  };
}
