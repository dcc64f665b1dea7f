import { FileUp, LayoutTemplate, SquarePen, type LucideIcon } from "lucide-react";
import { useEffect, type ReactNode } from "react";
import { useDesignStore } from "../design-context.ts";
import type { Beginning } from "./begin-dialogs.tsx";
import classes from "./canvas.module.css";

type StartProps = { name: string; icon: LucideIcon; onClick: () => void; children: ReactNode };

function Start({ name, icon: Icon, onClick, children }: StartProps) {
  return (
    <button type="button" className={classes["start"]} onClick={onClick}>
      <Icon size={20} strokeWidth={1.5} aria-hidden />
      <span className={classes["startName"]}>{name}</span>
      <span>{children}</span>
    </button>
  );
}

/** The ways to begin, on a page that is empty. */
export function EmptyPage({ top, onBegin }: { top: number; onBegin: (how: Beginning) => void }) {
  const { openInserter } = useDesignStore();
  // Before anything on the page has the focus, a slash is meant for the page.
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent): void {
      if (event.key !== "/" || event.target !== document.body || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      openInserter();
    }
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, [openInserter]);

  return (
    <section aria-label="Begin" className={classes["begin"]} style={{ top }}>
      <Start name="Start from a sample" icon={LayoutTemplate} onClick={() => onBegin("sample")}>
        An invoice, a letter, a label, a certificate and more
      </Start>
      <Start name="Import a file" icon={FileUp} onClick={() => onBegin("import")}>
        HTML with its pictures, or a template of another system
      </Start>
      <Start name="Start blank" icon={SquarePen} onClick={() => openInserter()}>
        Insert a text, a table, a picture: type <kbd>/</kbd>
      </Start>
      <button type="button" className={classes["data"]} onClick={() => onBegin("data")}>
        Paste JSON
      </button>
    </section>
  );
}
