import { useEffect } from "react";

/** Lets the browser ask before the user leaves the page, while something would be lost. */
export function useLeaveWarning(isLossy = true): void {
  useEffect(() => {
    if (!isLossy) return undefined;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [isLossy]);
}
