import { operations, Problem } from "@platen/contracts";
import { formatDays, internalOperations } from "@platen/contracts/internal";
import type { Routes } from "./routes.ts";

/** Mounts the operations on a project that tell, or depend on, how long this installation keeps PDFs. */
export function mountProjects(routes: Routes, { config }: { config: { CONTENT_MAX_DAYS: number } }): void {
  const contentLimitDays = config.CONTENT_MAX_DAYS;
  const message = `must be at most ${formatDays(contentLimitDays)}, the maximum of this installation`;

  routes.mount(operations.getProject, async (_request, { call, signal }) => ({
    ...(await call(internalOperations.getProject, {}, { signal })),
    contentLimitDays,
  }));

  routes.mount(operations.renameProject, async ({ body }, { call, signal }) => {
    const { contentDefaultDays, contentMaxDays } = body;
    const details = Object.entries({ contentDefaultDays, contentMaxDays })
      .filter(([, days]) => (days ?? 0) > contentLimitDays)
      .map(([path]) => ({ path, message }));
    const [first] = details;
    if (first) throw new Problem("request.invalid", { message: `\`${first.path}\` ${message}.`, details });
    return { ...(await call(internalOperations.renameProject, { body }, { signal })), contentLimitDays };
  });
}
