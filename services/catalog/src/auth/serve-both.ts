import type { Operation, ParsedRequest } from "@platen/contracts";
import type { Author } from "../accounts/author.ts";
import type { Result, Serve } from "./serve.ts";

/** The author of a change: the account of a member, or an API key, which belongs to a project and to no account. */
export type Actor = { author: Author | null; keyId: string | null };

/** Serves an operation of a project to members, and the one that the contract derives from it to API keys. */
export type ServeBoth = <T extends Operation & { callerKind: "member" }>(
  forMembers: T,
  forKeys: Operation & { callerKind: "key"; response: T["response"]; request: Omit<T["request"], "params"> },
  handler: (request: ParsedRequest<T>, caller: Actor & { projectId: string }) => Promise<Result<T>>,
) => void;

export function createServeBoth(serve: Serve): ServeBoth {
  return (forMembers, forKeys, handler) => {
    serve("member", forMembers, (request, { projectId, account }) =>
      handler(request, { projectId, author: account, keyId: null }),
    );
    serve("key", forKeys, (request, { projectId, keyId }) => {
      // The contract derives one operation from the other: they differ in `projectId` alone, and answer alike.
      const params = { ...(request.params as object | undefined), projectId };
      const asForMembers = { ...request, params } as unknown as ParsedRequest<typeof forMembers>;
      const result: Promise<unknown> = handler(asForMembers, { projectId, author: null, keyId });
      return result as Promise<Result<typeof forKeys>>;
    });
  };
}
