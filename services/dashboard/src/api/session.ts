import { ApiProblem } from "@platen/client";
import { operations, type ResponseOutput } from "@platen/contracts";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { forgetUnsavedDrafts } from "./forget-unsaved-drafts.ts";
import { transport } from "./transport.ts";

export type Account = ResponseOutput<typeof operations.getSession>;

const sessionKey = [operations.getSession.operationId, {}];

/** The signed-in account, or null. */
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

/** Returns a function that records the new account. It clears the cache, whose answers may belong to another account. */
export function useStartSession(): (account: Account) => void {
  const queryClient = useQueryClient();
  return (account) => {
    queryClient.clear();
    queryClient.setQueryData(sessionKey, account);
  };
}

/** Ends the session. `onSignedOut` leaves the page first, so that its queries do not run again. */
export function useSignOut(onSignedOut: () => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => transport.call(operations.signOut, {}),
    onSuccess: () => {
      onSignedOut();
      forgetUnsavedDrafts(localStorage);
      forgetUnsavedDrafts(sessionStorage);
      queryClient.clear();
      queryClient.setQueryData(sessionKey, null);
    },
  });
}
