import { internalOperations } from "@platen/contracts/internal";
import type { Serve } from "../auth/serve.ts";
import type { Dependencies } from "../dependencies.ts";
import type { AuthoredSnippet } from "./snippets.ts";

function toSnippet({ snippetId, name, html, css, revision, updatedAt, savedBy }: AuthoredSnippet) {
  return { snippetId, name, html, css, revision, updatedAt, savedBy };
}

export function serveSnippets(serve: Serve, { snippets }: Dependencies): void {
  const operations = internalOperations;

  serve("member", operations.listSnippets, async ({ query }, { projectId }) => {
    const { rows, pagination } = await snippets.list(projectId, query);
    return { snippets: rows, pagination };
  });
  serve("member", operations.createSnippet, async ({ body }, { projectId, account }) =>
    toSnippet(await snippets.create(projectId, body, account.accountId)),
  );
  serve("member", operations.getSnippet, async ({ params }) => toSnippet(await snippets.get(params)));
  serve("member", operations.saveSnippet, async ({ params, body }, { account }) =>
    toSnippet(await snippets.save(params, body, account.accountId)),
  );
  serve("member", operations.deleteSnippet, ({ params }) => snippets.remove(params));
  serve("member", operations.getSnippetUses, ({ params }) => snippets.uses(params));
}
