import { Button } from "@mantine/core";
import { formatCount } from "../../ui/format.ts";
import { keysInWords } from "../shortcuts/shortcuts.ts";
import type { CodeStatus } from "./code-editor.tsx";
import classes from "./code-status-bar.module.css";

/** What stands below a text: where the cursor is, and whether anything is wrong. */
export function CodeFoot({ status, onFormat }: { status: CodeStatus; onFormat?: () => void }) {
  const { line, column, mistakes } = status;
  return (
    <div className={classes["foot"]}>
      <span className="figures">
        Line {line}, column {column}
      </span>
      <output className={classes["mistakes"]} data-any={mistakes > 0 || undefined}>
        {mistakes === 0 ? "" : `${formatCount(mistakes, "mistake")} (${keysInWords("F8")})`}
      </output>
      {onFormat ? (
        <Button variant="subtle" color="gray" size="compact-xs" title={keysInWords("shift+alt+f")} onClick={onFormat}>
          Format
        </Button>
      ) : null}
    </div>
  );
}
