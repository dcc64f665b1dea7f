import { useDesign } from "../design-context.ts";
import { nodeLabel } from "../node-labels.ts";
import { isCell, type TemplateNode } from "@platen/template-source";
import { ColumnPanel } from "./column-panel.tsx";
import { ElementPanel } from "./element-panel.tsx";
import { PagePanel } from "./page-panel.tsx";
import classes from "./panel.module.css";
import { SeveralPanel } from "./several-panel.tsx";
import { SnippetPanel } from "./snippet-panel.tsx";
import { LayoutPanel } from "./layout-panel.tsx";
import { SectionPanel, VariablePanel } from "./section-panel.tsx";

/** The properties of a node of the template itself. */
function NodePanel({ node }: { node: TemplateNode }) {
  if (node.kind === "element") return <ElementPanel element={node} />;
  if (node.kind === "section") return <SectionPanel section={node} />;
  if (node.kind === "snippet") return <SnippetPanel name={node.name} />;
  if (node.kind !== "variable") return null;
  const { parent } = node;
  return (
    <>
      <VariablePanel variable={node} />
      {parent && isCell(parent) ? <ColumnPanel cell={parent} variable={node} /> : null}
    </>
  );
}

/** The properties of the selected node, or of the page if nothing is selected. */
export function SidePanel() {
  const { template, data, mayEdit, ownership } = useDesign((state) => state.document);
  const { selected, selection, selectionKey } = useDesign((state) => state.selecting);
  const isSeveral = selection.length > 1;
  const owner = selected && !isSeveral ? ownership.ownerOf(selected) : undefined;
  const title = isSeveral ? `${selection.length} elements` : selected ? nodeLabel(template, selected, data) : "Page";
  return (
    // A viewer's fields take no focus, so the panel takes it: otherwise no key could scroll the panel.
    <aside className={classes["panel"]} aria-label="Properties" tabIndex={mayEdit ? undefined : 0}>
      <header className={classes["head"]}>
        <h2 className={classes["title"]}>{title}</h2>
        {selected ? null : <span className={classes["hint"]}>Nothing selected</span>}
        {owner === undefined ? null : <span className={classes["hint"]}>Layout {owner}</span>}
      </header>
      <fieldset
        disabled={!mayEdit}
        className={classes["all"]}
        key={selected ? `${selected.kind}-${selectionKey}` : "page"}
      >
        {selected === undefined ? <PagePanel /> : null}
        {isSeveral ? <SeveralPanel nodes={selection} /> : null}
        {owner === undefined && selected && !isSeveral ? <NodePanel node={selected} /> : null}
        {owner === undefined ? null : <LayoutPanel name={owner} />}
      </fieldset>
    </aside>
  );
}
