import { operations, Problem } from "@platen/contracts";
import { formatDays, internalOperations } from "@platen/contracts/internal";
import type { Catalog } from "../catalog/catalog.ts";
import type { Routes } from "./routes.ts";

/** Mounts the operations on a project that tell, or depend on, how long this installation keeps PDFs. */
export function mountProjects(
  routes: Routes,
  {
    config,
    catalog,
  }: {
    config: { CONTENT_MAX_DAYS: number };
    catalog: Catalog;
  },
): void {
  const contentLimitDays = config.CONTENT_MAX_DAYS;
  const message = `must be at most ${formatDays(contentLimitDays)}, the maximum of this installation`;

  routes.mount(operations.getProject, async (request, context) => {
    const asked = { publicOperation: operations.getProject, signal: context.signal };
    return { ...(await catalog.call(internalOperations.getProject, request, context, asked)), contentLimitDays };
  });

  routes.mount(operations.renameProject, async (request, context) => {
    const { contentDefaultDays, contentMaxDays } = request.body;
    const details = Object.entries({ contentDefaultDays, contentMaxDays })
      .filter(([, days]) => (days ?? 0) > contentLimitDays)
      .map(([path]) => ({ path, message }));
    const [first] = details;
    if (first) throw new Problem("request.invalid", { message: `\`${first.path}\` ${message}.`, details });
    const asked = { publicOperation: operations.renameProject, signal: context.signal };
    return { ...(await catalog.call(internalOperations.renameProject, request, context, asked)), contentLimitDays };
  });
}
