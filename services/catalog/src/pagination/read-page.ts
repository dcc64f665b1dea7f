import type { Pagination } from "@platen/contracts";
import type { DataSource, EntityManager } from "typeorm";
import { queryRows } from "../database/rows.ts";
import { paginationOf, planPage, type PagePlan, type PageRequest } from "./page-plan.ts";

/** A list: SQL of its rows, and of the orders it offers. Nothing in it comes from a request but `parameters`. */
export type List<Field extends string> = {
  /** Select list of a row. */
  columns: string;
  /** Tables with their aliases, joined. */
  from: string;
  /** Conditions on the rows; all must hold. */
  where: readonly string[];
  parameters: readonly unknown[];
  /** The rows' unique id: the tie-break that makes every order total. */
  id: string;
  /** The columns the list can be sorted by, each with an index that ends in the id. */
  sorts: Readonly<Record<Field, string>>;
  /** A cheaper statement for the exact number of rows, where there is one. */
  total?: string;
};

export type Page<Row> = { rows: Row[]; pagination: Pagination };

type SortedPageRequest<Field extends string> = PageRequest & { sort: `${Field}:${"asc" | "desc"}` };

/** Up to this many rows are passed over without a look at the total first: reading from the far end saves nothing. */
const nearRows = 1_000;

function orderOf<Field extends string>(list: List<Field>, sort: string, fromEnd: boolean): string {
  const [field, direction] = sort.split(":");
  // The contract's schema has checked `sort` against the same fields.
  const column = list.sorts[field as Field];
  const descending = (direction === "desc") !== fromEnd;
  return descending ? `${column} DESC, ${list.id} DESC` : `${column} ASC, ${list.id} ASC`;
}

function totalOf(list: List<string>): string {
  return list.total ?? `SELECT count(*)::integer FROM ${list.from} WHERE ${list.where.join(" AND ")}`;
}

/**
 * The ids of the page come from an index alone, and only then are their rows read: passing over a hundred thousand
 * index entries is cheap, passing over as many rows is not.
 */
function rowsOf(list: List<string>, order: string, { fromEnd, offset, limit }: PagePlan): string {
  const where = list.where.join(" AND ");
  return `SELECT ${list.columns}, ids.place AS "listPlace"
    FROM (SELECT id, row_number() OVER () AS place FROM (
           SELECT ${list.id} AS id FROM ${list.from} WHERE ${where}
           ORDER BY ${order} LIMIT ${limit} OFFSET ${offset}) AS found) AS ids,
         ${list.from}
    WHERE ${where} AND ${list.id} = ids.id
    ORDER BY ids.place ${fromEnd ? "DESC" : "ASC"}`;
}

/**
 * Reads one page of a list, with the exact total of the same instant. The one place that builds page queries.
 * `Row` is the caller's word for the list's columns.
 */
export async function readPage<Row extends object, Field extends string>(
  dataSource: DataSource,
  list: List<Field>,
  request: SortedPageRequest<Field>,
): Promise<Page<Row>> {
  const offset = (request.page - 1) * request.pageSize;
  return offset <= nearRows
    ? readNearPage(dataSource.manager, list, request, offset)
    : dataSource.transaction("REPEATABLE READ", (manager) => readFarPage(manager, list, request));
}

/** Total and rows in one statement, which sees one instant. */
async function readNearPage<Row extends object, Field extends string>(
  manager: EntityManager,
  list: List<Field>,
  request: SortedPageRequest<Field>,
  offset: number,
): Promise<Page<Row>> {
  const order = orderOf(list, request.sort, false);
  const rows = rowsOf(list, order, { fromEnd: false, offset, limit: request.pageSize });
  const found = await queryRows<Row & { listTotal: number; listPlace: string | null }>(
    manager,
    `SELECT total.count AS "listTotal", item.*
     FROM (SELECT (${totalOf(list)}) AS count) AS total LEFT JOIN (${rows}) AS item ON true
     ORDER BY item."listPlace"`,
    list.parameters,
  );
  // An empty page still has the one row of the total, with nothing beside it.
  const items = found.filter((row) => row.listPlace !== null);
  return { rows: items, pagination: paginationOf(request, found[0]?.listTotal ?? 0) };
}

/** The total first, as it decides from which end to read; a transaction keeps both at one instant. */
async function readFarPage<Row extends object, Field extends string>(
  manager: EntityManager,
  list: List<Field>,
  request: SortedPageRequest<Field>,
): Promise<Page<Row>> {
  const totals = await queryRows<{ total: number }>(manager, `SELECT (${totalOf(list)}) AS total`, list.parameters);
  const total = totals[0]?.total ?? 0;
  const plan = planPage(request, total);
  const pagination = paginationOf(request, total);
  if (plan.limit === 0) return { rows: [], pagination };
  const order = orderOf(list, request.sort, plan.fromEnd);
  return { rows: await queryRows<Row>(manager, rowsOf(list, order, plan), list.parameters), pagination };
}
