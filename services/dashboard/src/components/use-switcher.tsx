import { useHotkeys } from "@mantine/hooks";
import { lazy, Suspense, useState, type ReactNode } from "react";

const load = () => import("./switcher.tsx");
const Switcher = lazy(async () => ({ default: (await load()).Switcher }));

/** The switcher, whose code loads when it is opened first, and a function that opens it, like Ctrl or ⌘ with K. */
export function useSwitcher(): { switcher: ReactNode; openSwitcher: () => void } {
  const [isWanted, setIsWanted] = useState(false);
  function openSwitcher(): void {
    setIsWanted(true);
    void load().then(({ openSwitcher: open }) => open());
  }
  // Once it is there, it has this shortcut itself.
  useHotkeys(isWanted ? [] : [["mod+K", openSwitcher]], [], true);
  const switcher = isWanted ? (
    <Suspense>
      <Switcher />
    </Suspense>
  ) : null;
  return { switcher, openSwitcher };
}
