import { Button } from "@mantine/core";
import { formatShortcut } from "../../shortcuts/shortcuts.ts";
import { useDesign } from "../design-context.ts";
import { useNodeActions } from "../node-actions.ts";
import type { ElementNode, TemplateNode } from "@platen/template-source";
import { Group, Wide } from "./group.tsx";
import { BoxStyles } from "./box-styles.tsx";
import classes from "./panel.module.css";
import { ShowSeveralPanel } from "./show-panel.tsx";
import { AlignmentStyles } from "./place-styles.tsx";
import { holdsNoText, isPlaced, TextStyles } from "./text-styles.tsx";
import { useElementStyles } from "./use-element-styles.ts";

function ElementsPanel({ elements }: { elements: readonly [ElementNode, ...ElementNode[]] }) {
  const styles = useElementStyles(...elements);
  const { group } = useNodeActions();
  return (
    <>
      {group ? (
        <Group>
          <Wide>
            <Button variant="default" size="compact-sm" fullWidth title={formatShortcut("mod+g")} onClick={group}>
              Group
            </Button>
          </Wide>
        </Group>
      ) : null}
      <ShowSeveralPanel elements={elements} />
      {elements.some(holdsNoText) ? null : <TextStyles styles={styles} />}
      {elements.some(isPlaced) ? <AlignmentStyles styles={styles} hasTexts={!elements.every(isPlaced)} /> : null}
      <BoxStyles styles={styles} />
    </>
  );
}

/** The styles that several selected elements have in common. Each field sets those of all of them, in one step. */
export function SeveralPanel({ nodes }: { nodes: readonly TemplateNode[] }) {
  const { ownership } = useDesign((state) => state.document);
  const elements = nodes.filter((node): node is ElementNode => node.kind === "element" && ownership.isOwn(node));
  const [first, ...others] = elements;
  if (!first || elements.length < nodes.length) {
    return <p className={classes["several"]}>Select only elements of this template to set their styles together.</p>;
  }
  return <ElementsPanel elements={[first, ...others]} />;
}
