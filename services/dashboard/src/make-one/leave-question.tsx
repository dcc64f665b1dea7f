import { useBlocker } from "react-router";
import { ConfirmDialog } from "../components/dialogs/confirm-dialog.tsx";
import { useLeaveWarning } from "../ui/use-leave-warning.ts";

/** Asks before the page is left with data of which no document is made. */
export function LeaveQuestion({ isLossy, onLeave }: { isLossy: boolean; onLeave: () => void }) {
  useLeaveWarning(isLossy);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isLossy && currentLocation.pathname !== nextLocation.pathname,
  );
  return (
    <ConfirmDialog
      title="Leave without making the document?"
      confirmLabel="Leave the page"
      isOpen={blocker.state === "blocked"}
      onClose={() => blocker.reset?.()}
      onConfirm={async () => {
        onLeave();
        blocker.proceed?.();
      }}
      onDone={() => undefined}
    >
      <p>What you have typed here would be lost.</p>
    </ConfirmDialog>
  );
}
