import type { Pagination } from "@platen/contracts";

export type PageRequest = { page: number; pageSize: number };

/** The rows to read: from which end of the order, how many to skip, and how many to take. */
export type PagePlan = { fromEnd: boolean; offset: number; limit: number };

/**
 * Plans the reading of a page. Each skipped row costs time, so a page past the middle is read from the other end. A page
 * past the last has no rows. Where `canReadFromEnd` is false, the end of the list is not that of its pages.
 */
export function planPage({ page, pageSize }: PageRequest, total: number, canReadFromEnd = true): PagePlan {
  const offset = (page - 1) * pageSize;
  const limit = Math.max(0, Math.min(pageSize, total - offset));
  const behind = total - offset - limit;
  if (canReadFromEnd && limit > 0 && behind < offset) return { fromEnd: true, offset: behind, limit };
  return { fromEnd: false, offset, limit };
}

/**
 * The position of a page in its list. An empty list has no pages. A list with more than `most` items has the pages of the
 * first of them, and says so.
 */
export function paginationOf(
  { page, pageSize }: PageRequest,
  counted: number,
  most = Number.POSITIVE_INFINITY,
): Pagination {
  const total = Math.min(counted, most);
  return { page, pageSize, total, totalPages: Math.ceil(total / pageSize), ...(counted > most && { hasMore: true }) };
}
