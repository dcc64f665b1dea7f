import { Problem } from "@platen/contracts";

/** What a project stores that has limits of bytes. */
export const usageKinds = ["contents", "rows", "waiting"] as const;
export type UsageKind = (typeof usageKinds)[number];

/** The most bytes of one project, and of all projects of one account. */
export type ByteLimit = { project: number; account: number };
export type ByteLimits = Record<UsageKind, ByteLimit>;

/** The limit that a project or its account has reached. */
export type ReachedLimit = { kind: UsageKind; scope: keyof ByteLimit; usedBytes: number };

/** The columns of project_usage. */
export const usageColumns = { contents: "content_bytes", rows: "row_bytes", waiting: "waiting_bytes" } as const;

const described: Record<UsageKind, { what: string; variable: string; advice: string }> = {
  contents: {
    what: "kept PDFs",
    variable: "CONTENT",
    advice: "Delete PDFs or batches that are not needed any more, or let PDFs expire sooner.",
  },
  rows: {
    what: "rows of batches",
    variable: "ROW",
    advice:
      "Wait until batches are completed, or cancel or delete batches: rows are deleted a day after a batch is completed, and at once when it is cancelled.",
  },
  waiting: {
    what: "data of documents that are not finished",
    variable: "WAITING",
    advice: "Wait until documents are finished, or cancel them.",
  },
};

export function byteLimitsOf(
  config: Record<`${"PROJECT" | "ACCOUNT"}_${"CONTENT" | "ROW" | "WAITING"}_BYTES`, number>,
): ByteLimits {
  return {
    contents: { project: config.PROJECT_CONTENT_BYTES, account: config.ACCOUNT_CONTENT_BYTES },
    rows: { project: config.PROJECT_ROW_BYTES, account: config.ACCOUNT_ROW_BYTES },
    waiting: { project: config.PROJECT_WAITING_BYTES, account: config.ACCOUNT_WAITING_BYTES },
  };
}

/**
 * The first limit of these kinds that a project `p` or its account has reached, as an expression; null without one. A
 * limit of 0 is no limit and costs nothing.
 */
export function reachedLimit(limits: ByteLimits, kinds: readonly UsageKind[]): string {
  const looks = kinds.flatMap((kind) => {
    const column = usageColumns[kind];
    const { project, account } = limits[kind];
    const ofProject = `SELECT '${kind}' AS kind, 'project' AS scope, u.${column} AS bytes
      FROM project_usage AS u WHERE u.project_id = p.project_id AND u.${column} >= ${project}`;
    const ofAccount = `SELECT '${kind}', 'account', sum(u.${column})
      FROM projects AS o JOIN project_usage AS u ON u.project_id = o.project_id
      WHERE o.owner_account_id = p.owner_account_id HAVING sum(u.${column}) >= ${account}`;
    return [...(project > 0 ? [ofProject] : []), ...(account > 0 ? [ofAccount] : [])];
  });
  if (looks.length === 0) return "NULL::jsonb";
  return `(SELECT jsonb_build_object('kind', u.kind, 'scope', u.scope, 'usedBytes', u.bytes)
    FROM (${looks.join(" UNION ALL ")}) AS u (kind, scope, bytes) LIMIT 1)`;
}

/** Tells what is used, what the limit is and what to do. */
export function messageOf({ kind, scope, usedBytes }: ReachedLimit, limits: ByteLimits): string {
  const { what, variable, advice } = described[kind];
  const whose = scope === "project" ? "The project stores" : "All projects of the account together store";
  const [used, limit] = [usedBytes, limits[kind][scope]].map((bytes) => bytes.toLocaleString("en"));
  const name = `${scope.toUpperCase()}_${variable}_BYTES`;
  return `${whose} ${used} bytes of ${what}, and the limit is ${limit} (\`${name}\`). ${advice}`;
}

export type RefuseReached = (reached: ReachedLimit) => Problem;

/** Creates the function that makes the problem of a limit, and counts it. */
export function createRefuseReached(limits: ByteLimits, countRefusal: (kind: UsageKind) => void): RefuseReached {
  return (reached) => {
    countRefusal(reached.kind);
    return new Problem("quota.reached", { message: messageOf(reached, limits) });
  };
}
