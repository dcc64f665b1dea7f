import { z } from "zod";
import { renderedAs, wholeNumber } from "./fields.ts";

/** The highest page number. With 100 items per page, its offset still fits into PostgreSQL's bigint. */
const maxPage = 1_000_000_000;

export const defaultPageSize = 20;
export const maxPageSize = 100;

type SortOf<Field extends string> = `${Field}:${"asc" | "desc"}`;

function sortValues<Field extends string>(fields: readonly Field[]): SortOf<Field>[] {
  return fields.flatMap((field): SortOf<Field>[] => [`${field}:asc`, `${field}:desc`]);
}

/** The query of every list: `page`, `pageSize`, and `sort` over the named fields. Operations add filters. */
export function pageQuery<const Field extends string>(fields: readonly Field[], defaultSort: SortOf<Field>) {
  const values = sortValues(fields);
  return {
    page: wholeNumber(1, maxPage)
      .default(1)
      .meta({
        description: "Page number, from 1.",
        override: renderedAs({ type: "integer", minimum: 1, maximum: maxPage, default: 1 }),
      }),
    pageSize: wholeNumber(1, maxPageSize)
      .default(defaultPageSize)
      .meta({
        description: `Items per page, 1 to ${maxPageSize}.`,
        override: renderedAs({ type: "integer", minimum: 1, maximum: maxPageSize, default: defaultPageSize }),
      }),
    // `as never`: for a generic Field the compiler cannot see that the default is one of the enum's values.
    sort: z
      .enum(values, { error: `must be one of ${values.join(", ")}` })
      .default(() => defaultSort as never)
      .meta({
        description: "Order of the items, as `field:direction`. The id orders equal items, so pages never overlap.",
        override: renderedAs({ type: "string", enum: values, default: defaultSort }),
      }),
  };
}

export const pagination = z
  .object({
    page: z.int().meta({ description: "Current page number, from 1." }),
    pageSize: z.int().meta({ description: "Items per page." }),
    total: z.int().meta({ description: "Number of items on all pages." }),
    totalPages: z.int().meta({ description: "Number of pages." }),
    hasMore: z.literal(true).optional().meta({
      description:
        "Present where the list has more items than `total`: of documents, Platen counts and lists the first 10,000. To reach the others, narrow the list by its filters, for example by `from` and `to`.",
    }),
  })
  .meta({ id: "Pagination", description: "Position of this page in the list." });

export type Pagination = z.infer<typeof pagination>;

/** The `data` of a list: the items under their own name, and the pagination. */
export function pageOf<const Name extends string, Item extends z.ZodType>(name: Name, item: Item) {
  // The computed key loses its literal type; the object has exactly this one key beside `pagination`.
  const items = { [name]: z.array(item).meta({ description: "The items of this page." }) } as Record<
    Name,
    z.ZodArray<Item>
  >;
  return z.object({ ...items, pagination });
}
