import { Button } from "@mantine/core";
import type { ComposedBlock } from "@platen/library";
import { toastProblem } from "../../../ui/toast.ts";
import { useEditor } from "../../editor-context.ts";
import { useDesign, useDesignStore } from "../design-context.ts";
import { listBlocks, writeBlock } from "@platen/template-source";
import classes from "./expression.module.css";
import { Group } from "./group.tsx";
import { SnippetPanel } from "./snippet-panel.tsx";

/** Whose text a part of a layout is, and which blocks of the layout the template writes. */
export function LayoutPanel({ name }: { name: string }) {
  const { change } = useEditor();
  const { filledLayout } = useDesign((state) => state.document);
  const { announce } = useDesignStore();
  if (!filledLayout) return null;
  const layout = filledLayout;

  function write(block: ComposedBlock): void {
    const html = writeBlock(layout, block);
    if (html === undefined) {
      toastProblem(`The layout sets other delimiters at “${block.name}”. Write this block in Code.`);
      return;
    }
    change({ html });
    announce(`The template writes ${block.name} now`);
  }

  return (
    <>
      <SnippetPanel name={name} title="Layout" />
      <Group title="Blocks">
        <div className={classes["stack"]}>
          {listBlocks(layout).map((block) => (
            <div key={`${block.closeStart} ${block.name}`}>
              <output className={classes["outcome"]}>
                {block.isOwn ? `This template writes “${block.name}”.` : `“${block.name}” prints the layout’s text.`}
              </output>
              {block.isOwn ? null : (
                <Button
                  variant="default"
                  size="compact-sm"
                  mt={4}
                  aria-label={`Write the block ${block.name} yourself`}
                  onClick={() => write(block)}
                >
                  Write this block yourself
                </Button>
              )}
            </div>
          ))}
        </div>
      </Group>
    </>
  );
}
