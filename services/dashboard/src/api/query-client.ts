import { ApiProblem } from "@platen/client";
import { operations } from "@platen/contracts";
import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";

/** Whether a retry may succeed. Any other request would only fail again. */
function isTransient(error: Error): boolean {
  return !(error instanceof ApiProblem) || error.status >= 500;
}

/** Removes the cached account once any answer says that the session has ended, which leads to the sign-in page. */
function clearEndedSession(error: Error): void {
  if (error instanceof ApiProblem && error.code === "auth.session_invalid") {
    queryClient.setQueryData([operations.getSession.operationId, {}], null);
  }
}

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: clearEndedSession }),
  mutationCache: new MutationCache({ onError: clearEndedSession }),
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      retry: (failures, error) => failures < 2 && isTransient(error),
    },
  },
});
