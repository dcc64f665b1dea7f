import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { paginationOf, planPage } from "./page-plan.ts";

const totals = fc.nat({ max: 5_000 });
const pageSizes = fc.integer({ min: 1, max: 100 });

/** The positions in the order, from 0, that a plan reads. */
function placesOf(page: number, pageSize: number, total: number): number[] {
  const { fromEnd, offset, limit } = planPage({ page, pageSize }, total);
  const first = fromEnd ? total - offset - limit : offset;
  return Array.from({ length: limit }, (_, index) => first + index);
}

describe("planPage", () => {
  test("the pages from 1 to totalPages hold every position once, in order", () => {
    fc.assert(
      fc.property(totals, pageSizes, (total, pageSize) => {
        const { totalPages } = paginationOf({ page: 1, pageSize }, total);
        const walked = Array.from({ length: totalPages }, (_, index) => placesOf(index + 1, pageSize, total)).flat();
        expect(walked).toEqual(Array.from({ length: total }, (_, position) => position));
      }),
    );
  });

  test("a page past the last is empty", () => {
    fc.assert(
      fc.property(totals, pageSizes, fc.integer({ min: 1, max: 1_000_000_000 }), (total, pageSize, past) => {
        const { totalPages } = paginationOf({ page: 1, pageSize }, total);
        expect(planPage({ page: totalPages + past, pageSize }, total).limit).toBe(0);
      }),
    );
  });

  test("no page skips more than half of the rows", () => {
    fc.assert(
      fc.property(totals, pageSizes, fc.integer({ min: 1, max: 5_000 }), (total, pageSize, page) => {
        const { offset, limit } = planPage({ page, pageSize }, total);
        if (limit > 0) expect(offset).toBeLessThanOrEqual(total / 2);
      }),
    );
  });

  test("an empty list has no pages", () => {
    expect(paginationOf({ page: 1, pageSize: 20 }, 0)).toEqual({ page: 1, pageSize: 20, total: 0, totalPages: 0 });
  });
});
