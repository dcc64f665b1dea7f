import { useEffect } from "react";
import { useAccount } from "./require-sign-in.tsx";

/** The instant of each project's last opening, by its id. */
type Opened = Readonly<Record<string, string>>;

/** More are not looked for by when they were opened. */
const maxKept = 50;

const storageKeyOf = (accountId: string) => `platen/opened-projects/${accountId}`;

function read(accountId: string): Opened {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKeyOf(accountId)) ?? "{}");
    return Object.fromEntries(Object.entries(stored ?? {}).filter(([, at]) => !Number.isNaN(Date.parse(at))));
  } catch {
    return {};
  }
}

/** When the account opened projects in this browser. */
export function useOpenedProjects(): Opened {
  const { accountId } = useAccount();
  return read(accountId);
}

/** Remembers in this browser that the account opens a project. */
export function useRememberOpening(projectId: string | undefined): void {
  const { accountId } = useAccount();
  useEffect(() => {
    if (projectId === undefined) return;
    const others = Object.entries(read(accountId)).filter(([id]) => id !== projectId);
    const kept = others.toSorted(([, one], [, other]) => other.localeCompare(one)).slice(0, maxKept - 1);
    const opened = { ...Object.fromEntries(kept), [projectId]: new Date().toISOString() };
    try {
      localStorage.setItem(storageKeyOf(accountId), JSON.stringify(opened));
    } catch {
      // The browser does not remember it then.
    }
  }, [accountId, projectId]);
}
