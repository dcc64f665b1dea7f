import { ApiProblem } from "@platen/client";
import { operations } from "@platen/contracts";
import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";

/** Failures that may pass by themselves; anything else would only fail again. */
function mayPass(error: Error): boolean {
  return !(error instanceof ApiProblem) || error.status >= 500;
}

/** When any answer says that the session is over, the cached account goes, and with it everything behind sign-in. */
function noticeSessionEnd(error: Error): void {
  if (error instanceof ApiProblem && error.code === "auth.session_invalid") {
    queryClient.setQueryData([operations.getSession.operationId, {}], null);
  }
}

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: noticeSessionEnd }),
  mutationCache: new MutationCache({ onError: noticeSessionEnd }),
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      retry: (failures, error) => failures < 2 && mayPass(error),
    },
  },
});
