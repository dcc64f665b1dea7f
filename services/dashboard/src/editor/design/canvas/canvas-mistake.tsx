import { Button } from "@mantine/core";
import { useEditor } from "../../editor-context.ts";
import { Notice } from "../../../ui/notice.tsx";

/** Explains why the canvas cannot show the current template, with a link to the mistake. */
export function CanvasMistake({ mistake }: { mistake: unknown }) {
  const { show } = useEditor();
  const message = mistake instanceof Error ? mistake.message : "The template cannot be read.";
  const offset =
    mistake instanceof Error && "offset" in mistake && typeof mistake.offset === "number" ? mistake.offset : 0;
  return (
    <Notice kind="warning">
      {message} The last valid version is shown below.{" "}
      <Button variant="subtle" size="compact-xs" onClick={() => show({ part: "html", offset })}>
        Fix it in Code
      </Button>
    </Notice>
  );
}
