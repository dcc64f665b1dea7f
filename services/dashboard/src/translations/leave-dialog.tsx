import { useEffect } from "react";
import { useBlocker } from "react-router";
import { ConfirmDialog } from "../components/dialogs/confirm-dialog.tsx";
import { formatCount } from "../ui/format.ts";
import type { CellDrafts } from "./model/cell-drafts.ts";

/** Asks before the page is left with texts that are not saved. */
export function LeaveDialog({ drafts }: { drafts: CellDrafts }) {
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    return drafts.count() > 0 && currentLocation.pathname !== nextLocation.pathname;
  });
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (drafts.count() > 0) event.preventDefault();
    };
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [drafts]);
  return (
    <ConfirmDialog
      title="Leave without saving?"
      confirmLabel="Leave the page"
      isOpen={blocker.state === "blocked"}
      onClose={() => blocker.reset?.()}
      onConfirm={async () => blocker.proceed?.()}
      onDone={() => undefined}
    >
      <p>{formatCount(drafts.count(), "text")} with a mistake would be lost. Correct it, or press Escape in it.</p>
    </ConfirmDialog>
  );
}
