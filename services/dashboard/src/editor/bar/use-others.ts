import { operations } from "@platen/contracts";
import { useIdle } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { operationQuery } from "../../api/operation-query.ts";
import { useProject } from "../../components/project-context.ts";
import { useEditor } from "../editor-context.ts";

/** Well below the time after which the gateway counts a member as away. */
const heartbeatMs = 15_000;
/** An open window that a member has left tells nothing, and does not keep the session alive. */
const leftAfterMs = 10 * 60_000;

/** The other members who have the template open, while this window is visible and used. */
export function useOthers() {
  const { projectId } = useProject();
  const { templateId } = useEditor().template;
  const isLeft = useIdle(leftAfterMs, { initialState: false });
  const { data } = useQuery({
    ...operationQuery(operations.keepPresence, { params: { projectId, templateId } }),
    enabled: !isLeft,
    // The client pauses it while the window is hidden.
    refetchInterval: heartbeatMs,
    refetchOnWindowFocus: "always",
    retry: false,
    gcTime: 0,
  });
  return data?.others ?? [];
}
