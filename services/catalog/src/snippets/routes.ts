import { internalOperations } from "@platen/contracts/internal";
import { createServeBoth } from "../auth/serve-both.ts";
import type { Serve } from "../auth/serve.ts";
import type { AuthoredSnippet, Snippets } from "./snippets.ts";

function toSnippet({ snippetId, name, html, css, revision, updatedAt, savedBy }: AuthoredSnippet) {
  return { snippetId, name, html, css, revision, updatedAt, savedBy };
}

export function serveSnippets(
  serve: Serve,
  {
    snippets,
  }: {
    snippets: Snippets;
  },
): void {
  const operations = internalOperations;
  const serveBoth = createServeBoth(serve);

  serveBoth(operations.listSnippets, operations.listKeySnippets, async ({ query }, { projectId }) => {
    const { rows, pagination } = await snippets.list(projectId, query);
    return { snippets: rows, pagination };
  });
  serveBoth(operations.createSnippet, operations.createKeySnippet, async ({ body }, { projectId, author }) =>
    toSnippet(await snippets.create(projectId, body, author)),
  );
  serveBoth(operations.getSnippet, operations.getKeySnippet, async ({ params }) =>
    toSnippet(await snippets.get(params)),
  );
  serveBoth(operations.saveSnippet, operations.saveKeySnippet, async ({ params, body }, { author }) =>
    toSnippet(await snippets.save(params, body, author)),
  );
  serveBoth(operations.deleteSnippet, operations.deleteKeySnippet, ({ params }) => snippets.remove(params));
  serveBoth(operations.getSnippetUses, operations.getKeySnippetUses, ({ params }) => snippets.uses(params));
}
