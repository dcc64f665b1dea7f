import { useMemo } from "react";
import { useProject } from "../components/project-context.ts";
import { useAccount } from "../components/require-sign-in.tsx";
import { createSheetHeads, type SheetHeads } from "./sheet-heads.ts";

/** What the browser remembers of the columns of one's files in this project. */
export function useSheetHeads(): SheetHeads {
  const { accountId } = useAccount();
  const { projectId } = useProject();
  return useMemo(() => createSheetHeads(localStorage, { accountId, projectId }), [accountId, projectId]);
}
