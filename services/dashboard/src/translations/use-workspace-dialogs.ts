import { useDialog } from "../ui/use-dialog.ts";

export type OpenDialogs = ReturnType<typeof useWorkspaceDialogs>;

/** Which dialogs of a table of texts are open, and for what. */
export function useWorkspaceDialogs() {
  return {
    /** Names a new key, or renames the subject. */
    naming: useDialog<string | undefined>(),
    keyRemoval: useDialog<string>(),
    adding: useDialog(),
    languageRemoval: useDialog<string>(),
    importing: useDialog<File | "ask">(),
  };
}
