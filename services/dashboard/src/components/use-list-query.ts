import { useSearchParams } from "react-router";
import type { z } from "zod";

type ListQuery = { page: number; sort: string };

/**
 * Keeps the page, order, search and filters of a list in the address, under the contract's names. If the contract does
 * not allow them, the defaults apply. Every change except that of the page returns to the first page.
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
      // Back undoes a change of the page. All other changes together are one step.
      { replace: !("page" in changes), preventScrollReset: !("page" in changes) },
    );
  }

  return { query, change };
}
