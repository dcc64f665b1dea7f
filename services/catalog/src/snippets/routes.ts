import { internalOperations as operations } from "@platen/contracts/internal";
import type { Serve } from "../auth/serve.ts";
import type { AuthoredSnippet, Snippets } from "./snippets.ts";

function toSnippet({ snippetId, name, html, css, revision, updatedAt, savedBy }: AuthoredSnippet) {
  return { snippetId, name, html, css, revision, updatedAt, savedBy };
}

export function serveSnippets(serve: Serve, { snippets }: { snippets: Snippets }): void {
  serve("keyOrMember", operations.listSnippets, async ({ query }, { projectId }) => {
    const { rows, pagination } = await snippets.list(projectId, query);
    return { snippets: rows, pagination };
  });
  serve("keyOrMember", operations.createSnippet, async ({ body }, { projectId, author }) =>
    toSnippet(await snippets.create(projectId, body, author)),
  );
  serve("keyOrMember", operations.getSnippet, async ({ params }, { projectId }) =>
    toSnippet(await snippets.get({ ...params, projectId })),
  );
  serve("keyOrMember", operations.saveSnippet, async ({ params, body }, { projectId, author }) =>
    toSnippet(await snippets.save({ ...params, projectId }, body, author)),
  );
  serve("keyOrMember", operations.deleteSnippet, ({ params }, { projectId }) =>
    snippets.remove({ ...params, projectId }),
  );
  serve("keyOrMember", operations.getSnippetUses, ({ params }, { projectId }) =>
    snippets.uses({ ...params, projectId }),
  );
}
