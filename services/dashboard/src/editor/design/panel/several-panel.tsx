import { useDesign } from "../design-context.ts";
import type { ElementNode, TemplateNode } from "@platen/template-source";
import { Group, Wide } from "./group.tsx";
import classes from "./panel.module.css";
import { ColourField } from "./style-fields.tsx";
import { holdsNoText, SizeStyles, TextStyles } from "./text-styles.tsx";
import { useElementStyles } from "./use-element-styles.ts";

function ElementsPanel({ elements }: { elements: readonly [ElementNode, ...ElementNode[]] }) {
  const styles = useElementStyles(...elements);
  return (
    <>
      {elements.some(holdsNoText) ? null : <TextStyles styles={styles} />}
      <SizeStyles styles={styles} />
      <Group title="Background">
        <Wide>
          <ColourField styles={styles} property="background-color" label="Background" />
        </Wide>
      </Group>
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
