import type { RunPrepared } from "../database/prepared-transactions.ts";
import { accountOf } from "../projects/account-of-project.ts";
import { shareTurns, type Waiting } from "./share-turns.ts";

/** The most documents that one lease lists as due. The others have their turn with the next. */
const mostListed = 500;
/** A document that waits for longer is listed again, whatever became of its turn. */
const listedAgain = "1 hour";
/** The assumed mean time of a document whose account, project or batch was not served lately. */
const firstMeanMs = 500;
/** The holder of accounts. */
const everyone = "";

/** For how long accounts, projects or batches were served lately. */
type Served = Map<string, { servedMs: number; meanMs: number }>;

/** The documents of a project that are in no batch, under the project's id, or those of a batch. */
export type Flow = { accountId: string; projectId: string; flow: string };
export type FlowPlaces = Flow & { places: number[] };

/** `OFFSET 0` makes the planner look up each project, and never read all of them. */
const projectOf = (alias: string) =>
  `CROSS JOIN LATERAL (SELECT owner_account_id FROM projects WHERE project_id = ${alias}.project_id OFFSET 0) AS p`;

/** Lists accounts, projects and flows whose documents have become due, and the flows of batches that wait. */
const listSql = `
  WITH due AS (
    SELECT document_id, project_id FROM document_inputs WHERE list_at <= now()
    ORDER BY list_at LIMIT ${mostListed} FOR UPDATE SKIP LOCKED
  ), found AS (
    SELECT due.document_id, due.project_id, d.due_at, coalesce(d.batch_id, due.project_id) AS flow
    FROM due LEFT JOIN LATERAL (
      SELECT due_at, batch_id FROM documents WHERE document_id = due.document_id AND project_id = due.project_id OFFSET 0
    ) AS d ON true
  ), listed AS (
    UPDATE document_inputs AS i
    SET list_at = CASE WHEN f.due_at > now() THEN f.due_at ELSE now() + interval '${listedAgain}' END
    FROM found AS f WHERE i.document_id = f.document_id AND i.project_id = f.project_id
  ), flows AS (
    SELECT project_id, flow, min(due_at) AS turn_at FROM found WHERE due_at <= now() GROUP BY project_id, flow
    UNION ALL
    SELECT project_id, flow, now() FROM unnest($1::text[], $2::text[]) AS b (project_id, flow)
  ), waiting AS (
    SELECT f.*, ${accountOf("p")} AS account_id FROM flows AS f ${projectOf("f")}
  )
  INSERT INTO lease_turns (holder, member, turn_at)
  SELECT project_id, flow, turn_at FROM waiting
  UNION ALL SELECT account_id, project_id, min(turn_at) FROM waiting GROUP BY account_id, project_id
  UNION ALL SELECT '${everyone}', account_id, min(turn_at) FROM waiting GROUP BY account_id
  ON CONFLICT DO NOTHING`;

const servedAccountsSql = `
  SELECT ${accountOf("p")} AS id, sum(s.served_ms) AS "servedMs", avg(s.mean_ms) AS "meanMs"
  FROM unnest($1::text[], $2::double precision[], $3::double precision[]) AS s (project_id, served_ms, mean_ms)
  ${projectOf("s")} GROUP BY 1`;

/**
 * Of each holder the members that can have one of so many places: of those that were served lately the ones that were served
 * least, and of the others the ones whose last turn was longest ago.
 */
const turnsSql = `
  WITH held AS (
    SELECT holder, most FROM unnest($1::text[], $2::integer[]) AS h (holder, most)
  ), served AS MATERIALIZED (
    SELECT member, served_ms, mean_ms
    FROM unnest($3::text[], $4::double precision[], $5::double precision[]) AS s (member, served_ms, mean_ms)
  ), next AS (
    SELECT h.holder, w.member, w.turn_at, 0::double precision AS served_ms, ${firstMeanMs}::double precision AS mean_ms
    FROM held AS h CROSS JOIN LATERAL (
      SELECT member, turn_at FROM lease_turns
      WHERE holder = h.holder AND member NOT IN (SELECT member FROM served) ORDER BY turn_at, member LIMIT h.most
    ) AS w
    UNION ALL
    SELECT holder, member, turn_at, served_ms, mean_ms FROM (
      SELECT h.most, w.*, s.served_ms, s.mean_ms,
             row_number() OVER (PARTITION BY w.holder ORDER BY s.served_ms + s.mean_ms, w.turn_at, w.member) AS place
      FROM served AS s
      CROSS JOIN LATERAL (SELECT * FROM lease_turns WHERE member = s.member OFFSET 0) AS w
      JOIN held AS h ON h.holder = w.holder
    ) AS least WHERE place <= most
  )
  SELECT holder, member, served_ms AS "servedMs", mean_ms AS "meanMs" FROM next ORDER BY turn_at, member`;

/** Ends the turns of members. Those for which `isWaiting` does not hold wait no longer. */
const endTurnsSql = (isWaiting: string) => `
  WITH had AS (
    SELECT h.holder, h.member, ${isWaiting} AS is_waiting FROM unnest($1::text[], $2::text[]) AS h (holder, member)
  ), gone AS (
    DELETE FROM lease_turns AS w USING had AS h WHERE w.holder = h.holder AND w.member = h.member AND NOT h.is_waiting
  )
  UPDATE lease_turns AS w SET turn_at = now()
  FROM had AS h WHERE w.holder = h.holder AND w.member = h.member AND h.is_waiting`;

const hasMembers = "EXISTS (SELECT 1 FROM lease_turns AS m WHERE m.holder = h.member)";

const byId = <T extends { servedMs: number; meanMs: number }>(list: readonly T[], id: (one: T) => string): Served =>
  new Map(list.map((one) => [id(one), { servedMs: one.servedMs, meanMs: one.meanMs }]));

function count(served: Served, id: string, documents: number): void {
  const known = served.get(id) ?? { servedMs: 0, meanMs: firstMeanMs };
  served.set(id, { ...known, servedMs: known.servedMs + documents * known.meanMs });
}

/** Gives the places of each holder to its members. */
async function placesOfMembers(
  run: RunPrepared,
  placesOf: ReadonlyMap<string, readonly number[]>,
  served: Served,
): Promise<{ holder: string; member: string; places: number[] }[]> {
  const times = [...served];
  const rows = await run<Waiting & { holder: string }>(turnsSql, [
    [...placesOf.keys()],
    [...placesOf.values()].map(({ length }) => length),
    times.map(([member]) => member),
    times.map(([, { servedMs }]) => servedMs),
    times.map(([, { meanMs }]) => meanMs),
  ]);
  const waitingOf = Map.groupBy(rows, ({ holder }) => holder);
  return [...waitingOf].flatMap(([holder, waiting]) =>
    [...shareTurns(waiting, placesOf.get(holder) ?? [])].map(([member, places]) => ({ holder, member, places })),
  );
}

export type ServedLately = {
  served: readonly { projectId: string; servedMs: number; meanMs: number }[];
  servedFlows: readonly { flow: string; servedMs: number; meanMs: number }[];
};

/**
 * Opens the turns of one lease, whose transaction it holds alone. Accounts take turns by the time that they were served, in
 * each account its projects, and in each project its batches and its other documents together.
 */
export async function openLeaseTurns(
  run: RunPrepared,
  batches: readonly { projectId: string; batchId: string }[],
  { served, servedFlows }: ServedLately,
) {
  await run(listSql, [batches.map(({ projectId }) => projectId), batches.map(({ batchId }) => batchId)]);
  const accounts = await run<{ id: string; servedMs: number; meanMs: number }>(servedAccountsSql, [
    served.map(({ projectId }) => projectId),
    served.map(({ servedMs }) => servedMs),
    served.map(({ meanMs }) => meanMs),
  ]);
  const ofAccounts = byId(accounts, ({ id }) => id);
  const ofProjects = byId(served, ({ projectId }) => projectId);
  const ofFlows = byId(servedFlows, ({ flow }) => flow);

  async function endTurns(isWaiting: string, members: ReadonlyMap<string, string>): Promise<void> {
    await run(endTurnsSql(isWaiting), [[...members.values()], [...members.keys()]]);
  }

  return {
    /** Gives so many places, counted from `first`, to flows. */
    async next(first: number, count: number): Promise<FlowPlaces[]> {
      const places = Array.from({ length: count }, (_, index) => first + index);
      const ofEveryone = await placesOfMembers(run, new Map([[everyone, places]]), ofAccounts);
      if (ofEveryone.length === 0) return [];
      const placesOf = (members: typeof ofEveryone) => new Map(members.map((one) => [one.member, one.places]));
      const projects = await placesOfMembers(run, placesOf(ofEveryone), ofProjects);
      const flows = await placesOfMembers(run, placesOf(projects), ofFlows);
      const accountOfProject = new Map(projects.map(({ holder, member }) => [member, holder]));
      return flows.map(({ holder, member, places: ofFlow }) => ({
        accountId: accountOfProject.get(holder) ?? "",
        projectId: holder,
        flow: member,
        places: ofFlow,
      }));
    },

    /** Counts what flows were given, and ends the turns of those to which `isDue` does not apply. */
    async end(flows: readonly Flow[], given: ReadonlyMap<string, number>, isDue: string): Promise<void> {
      for (const { accountId, projectId, flow } of flows) {
        const documents = given.get(flow) ?? 0;
        count(ofAccounts, accountId, documents);
        count(ofProjects, projectId, documents);
        count(ofFlows, flow, documents);
      }
      await endTurns(isDue, new Map(flows.map(({ flow, projectId }) => [flow, projectId])));
      await endTurns(hasMembers, new Map(flows.map(({ projectId, accountId }) => [projectId, accountId])));
      await endTurns(hasMembers, new Map(flows.map(({ accountId }) => [accountId, everyone])));
    },
  };
}
