import { Kbd } from "@mantine/core";
import { Dialog } from "../../ui/dialog.tsx";
import { formatShortcut, shortcuts } from "./shortcuts.ts";
import classes from "./shortcuts-dialog.module.css";

/** The list of the editor's shortcuts. */
export function ShortcutsDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Dialog title="Keyboard shortcuts" isOpen={isOpen} onClose={onClose} size="lg">
      <div className={classes["groups"]}>
        {shortcuts.map(({ group, items }) => (
          <section key={group}>
            <h3 className={classes["title"]}>{group}</h3>
            <dl className={classes["list"]}>
              {items.map(({ keys, text }) => (
                <div key={keys} className={classes["item"]}>
                  <dt>{text}</dt>
                  <dd>
                    <Kbd size="xs">{formatShortcut(keys)}</Kbd>
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
