import { useSearchParams } from "react-router";
import type { z } from "zod";

type ListQuery = { page: number; sort: string };

/**
 * Page, order, search and filters of a list, kept in the address by the contract's own names. What the contract does
 * not allow counts as left out. Any change but of the page begins at the first page again.
 */
export function useListQuery<Schema extends z.ZodType<ListQuery>>(schema: Schema) {
  const [params, setParams] = useSearchParams();
  const given = schema.safeParse(Object.fromEntries(params));
  const query = given.success ? given.data : schema.parse({});

  function change(changes: Partial<Record<keyof z.output<Schema> & string, string | number | undefined>>): void {
    setParams(
      (current) => {
        const next = new URLSearchParams(current);
        if (!("page" in changes)) next.delete("page");
        for (const [name, value] of Object.entries(changes)) {
          if (value === undefined || value === "") next.delete(name);
          else next.set(name, String(value));
        }
        return next;
      },
      // One step back leaves the list, however much was typed; turning pages can be gone back over.
      { replace: !("page" in changes), preventScrollReset: !("page" in changes) },
    );
  }

  return { query, change };
}
