import { useMemo } from "react";
import { useProject } from "../../components/project-context.ts";
import { useAccount } from "../../components/require-sign-in.tsx";
import { createSendingMemory, type SendingMemory } from "./unfinished-sending.ts";

/** What the browser remembers of one's unfinished sendings in this project. */
export function useSendingMemory(): SendingMemory {
  const { accountId } = useAccount();
  const { projectId } = useProject();
  return useMemo(() => createSendingMemory(localStorage, { accountId, projectId }), [accountId, projectId]);
}
