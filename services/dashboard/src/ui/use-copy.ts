import { useTimeout } from "@mantine/hooks";
import { useState } from "react";
import { copyText } from "./copy-text.ts";

type CopyState = "idle" | "copied" | "failed";

/** Copies text, and briefly reports whether that worked. */
export function useCopy() {
  const [state, setState] = useState<CopyState>("idle");
  const { start, clear } = useTimeout(() => setState("idle"), 2_000);
  return {
    state,
    copy: async (text: string, shown: HTMLElement | null): Promise<void> => {
      clear();
      setState((await copyText(text, shown)) ? "copied" : "failed");
      start();
    },
  };
}
