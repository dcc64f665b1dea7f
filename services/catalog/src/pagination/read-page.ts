import type { Pagination } from "@platen/contracts";
import type { DataSource, EntityManager } from "typeorm";
import { queryRows } from "../database/rows.ts";
import { paginationOf, planPage, type PagePlan, type PageRequest } from "./page-plan.ts";

/** A list: the SQL of its rows and orders. Only `parameters` come from the request. */
export type List<Field extends string> = {
  /** Select list of a row. */
  columns: string;
  /** Tables with their aliases, joined: those of the conditions and the order. */
  from: string;
  /** Where ids are found, if not in `from`: a part of its rows, which have the order already. */
  ordered?: ((direction: "asc" | "desc") => string) | undefined;
  /**
   * Left joins of at most one row each, for columns alone. Counting and finding ids leave them out: PostgreSQL reads no
   * table for either then, only an index.
   */
  joins?: string;
  /** Conditions on the rows; all must hold. */
  where: readonly string[];
  parameters: readonly unknown[];
  /** The rows' unique id: the tie-break that makes every order total. */
  id: string;
  /** The columns the list can be sorted by, each with an index that ends in the id. */
  sorts: Readonly<Record<Field, string>>;
  /** A cheaper statement for the exact number of rows, if one exists. */
  total?: string;
  /** How many items are counted and listed; all unless given. For lists without a limit on their length. */
  most?: number;
};

export type Page<Row> = { rows: Row[]; pagination: Pagination };

type SortedPageRequest<Field extends string> = PageRequest & { sort: `${Field}:${"asc" | "desc"}` };

/** Skipping up to this many rows is cheap, so reading from the far end, which needs the total first, saves nothing. */
const nearRows = 1_000;

type Order = { by: string; direction: "asc" | "desc" };

function orderOf<Field extends string>(list: List<Field>, sort: string, fromEnd: boolean): Order {
  const [field, direction] = sort.split(":");
  // `as`: the contract's schema has checked `sort` against the same fields.
  const column = list.sorts[field as Field];
  const descending = (direction === "desc") !== fromEnd;
  const by = descending ? `${column} DESC, ${list.id} DESC` : `${column} ASC, ${list.id} ASC`;
  return { by, direction: descending ? "desc" : "asc" };
}

function totalOf(list: List<string>): string {
  const where = list.where.join(" AND ");
  if (list.most === undefined) return list.total ?? `SELECT count(*)::integer FROM ${list.from} WHERE ${where}`;
  // One more, which tells that there are more.
  return `SELECT count(*)::integer FROM (SELECT FROM ${list.from} WHERE ${where} LIMIT ${list.most + 1}) AS counted`;
}

/**
 * Reads the ids of the page from an index alone, then only the rows of these ids: skipping a hundred thousand index
 * entries is cheap, skipping as many rows is not.
 */
function rowsOf(list: List<string>, order: Order, { fromEnd, offset, limit }: PagePlan): string {
  const where = list.where.join(" AND ");
  const idsFrom = list.ordered?.(order.direction) ?? list.from;
  return `SELECT ${list.columns}, ids.position AS "listPosition"
    FROM (SELECT id, row_number() OVER () AS position FROM (
           SELECT ${list.id} AS id FROM ${idsFrom} WHERE ${where}
           ORDER BY ${order.by} LIMIT ${limit} OFFSET ${offset}) AS found) AS ids,
         ${list.from} ${list.joins ?? ""}
    WHERE ${where} AND ${list.id} = ids.id
    ORDER BY ids.position ${fromEnd ? "DESC" : "ASC"}`;
}

/**
 * Reads one page of a list, with the exact total of the same instant. All page queries are built here. The caller
 * promises with `Row` which columns the list has.
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

/** Reads total and rows in one statement, so both are of the same instant. */
async function readNearPage<Row extends object, Field extends string>(
  manager: EntityManager,
  list: List<Field>,
  request: SortedPageRequest<Field>,
  offset: number,
): Promise<Page<Row>> {
  const order = orderOf(list, request.sort, false);
  const rows = rowsOf(list, order, { fromEnd: false, offset, limit: request.pageSize });
  const found = await queryRows<Row & { listTotal: number; listPosition: string | null }>(
    manager,
    `SELECT total.count AS "listTotal", item.*
     FROM (SELECT (${totalOf(list)}) AS count) AS total LEFT JOIN (${rows}) AS item ON true
     ORDER BY item."listPosition"`,
    list.parameters,
  );
  // An empty page still has one row with the total and nulls.
  const items = found.filter((row) => row.listPosition !== null);
  return { rows: items, pagination: paginationOf(request, found[0]?.listTotal ?? 0, list.most) };
}

/** Reads the total first, because it decides from which end to read. The transaction keeps both at one instant. */
async function readFarPage<Row extends object, Field extends string>(
  manager: EntityManager,
  list: List<Field>,
  request: SortedPageRequest<Field>,
): Promise<Page<Row>> {
  const totals = await queryRows<{ total: number }>(manager, `SELECT (${totalOf(list)}) AS total`, list.parameters);
  const pagination = paginationOf(request, totals[0]?.total ?? 0, list.most);
  const plan = planPage(request, pagination.total, pagination.hasMore !== true);
  if (plan.limit === 0) return { rows: [], pagination };
  const order = orderOf(list, request.sort, plan.fromEnd);
  return { rows: await queryRows<Row>(manager, rowsOf(list, order, plan), list.parameters), pagination };
}
