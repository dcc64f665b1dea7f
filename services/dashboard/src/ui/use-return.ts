import { useEffect } from "react";

/** Calls a function when the user comes back to the window from another one. It must stay the same between renders. */
export function useReturn(onReturn: () => void): void {
  useEffect(() => {
    let isAway = false;
    const onBlur = () => {
      // The focus may only have gone to a frame of the page, such as the canvas.
      isAway = document.activeElement?.localName !== "iframe";
    };
    const onFocus = () => {
      if (isAway) onReturn();
      isAway = false;
    };
    window.addEventListener("blur", onBlur);
    window.addEventListener("focus", onFocus);
    return () => {
      window.removeEventListener("blur", onBlur);
      window.removeEventListener("focus", onFocus);
    };
  }, [onReturn]);
}
