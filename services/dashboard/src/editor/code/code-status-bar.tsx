import { Button } from "@mantine/core";
import { formatCount } from "../../ui/format.ts";
import { formatShortcut } from "../shortcuts/shortcuts.ts";
import type { CodeStatus } from "./code-editor.tsx";
import classes from "./code-status-bar.module.css";

/** The bar below a text: the position of the cursor and the number of mistakes. */
export function CodeStatusBar({ status, onFormat }: { status: CodeStatus; onFormat?: () => void }) {
  const { line, column, mistakes } = status;
  return (
    <div className={classes["bar"]}>
      <span className="figures">
        Line {line}, column {column}
      </span>
      <output className={classes["mistakes"]} data-any={mistakes > 0 || undefined}>
        {mistakes === 0 ? "" : `${formatCount(mistakes, "mistake")} (${formatShortcut("F8")})`}
      </output>
      {onFormat ? (
        <Button
          variant="subtle"
          color="gray"
          size="compact-xs"
          title={formatShortcut("shift+alt+f")}
          onClick={onFormat}
        >
          Format
        </Button>
      ) : null}
    </div>
  );
}
