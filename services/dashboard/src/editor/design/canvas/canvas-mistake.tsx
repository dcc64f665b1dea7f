import { Button } from "@mantine/core";
import { useEditor } from "../../editor-context.ts";
import { Notice } from "../../../ui/notice.tsx";

/** Says that the template cannot be shown as it is now, and leads to where it is mended. */
export function CanvasMistake({ mistake }: { mistake: unknown }) {
  const { show } = useEditor();
  const message = mistake instanceof Error ? mistake.message : "The template cannot be read.";
  const offset =
    mistake instanceof Error && "offset" in mistake && typeof mistake.offset === "number" ? mistake.offset : 0;
  return (
    <Notice kind="warning">
      {message} Below is what it was before.{" "}
      <Button variant="subtle" size="compact-xs" onClick={() => show({ part: "html", offset })}>
        Mend it in Code
      </Button>
    </Notice>
  );
}
