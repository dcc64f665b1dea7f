import { ApiProblem } from "@platen/client";
import { operations, type ResponseOutput } from "@platen/contracts";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { forgetKeptWork } from "../editor/draft/forget-unsaved-drafts.ts";
import { transport } from "./transport.ts";

export type Account = ResponseOutput<typeof operations.getSession>;

const sessionKey = [operations.getSession.operationId, {}];

/** Who is signed in; null when nobody is. */
export const sessionQuery = queryOptions<Account | null>({
  queryKey: sessionKey,
  queryFn: async ({ signal }) => {
    try {
      return await transport.call(operations.getSession, {}, { signal });
    } catch (error) {
      if (error instanceof ApiProblem && error.code === "auth.session_invalid") return null;
      throw error;
    }
  },
  staleTime: 60_000,
});

/** Gives the function that notes who signed in. Nothing that was read before stays: it may have been somebody else's. */
export function useSignedIn(): (account: Account) => void {
  const queryClient = useQueryClient();
  return (account) => {
    queryClient.clear();
    queryClient.setQueryData(sessionKey, account);
  };
}

/** Ends the session; `onSuccess` of the caller leaves the page first, so that nothing on it is read again. */
export function useSignOut(onSignedOut: () => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => transport.call(operations.signOut, {}),
    onSuccess: () => {
      onSignedOut();
      forgetKeptWork(localStorage);
      queryClient.clear();
      queryClient.setQueryData(sessionKey, null);
    },
  });
}
