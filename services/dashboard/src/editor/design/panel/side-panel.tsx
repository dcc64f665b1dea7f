import { useDesign } from "../design-context.ts";
import { nodeLabel } from "../node-labels.ts";
import { ElementPanel } from "./element-panel.tsx";
import { PagePanel } from "./page-panel.tsx";
import classes from "./panel.module.css";
import { SnippetPanel } from "./snippet-panel.tsx";
import { SectionPanel, VariablePanel } from "./section-panel.tsx";

/** The properties of the selected node, or of the page if nothing is selected. */
export function SidePanel() {
  const { selected, data, mayEdit } = useDesign();
  const title = selected ? nodeLabel(selected, data) : "Page";
  return (
    // A viewer's fields take no focus, so the panel takes it: otherwise no key could scroll the panel.
    <aside className={classes["panel"]} aria-label="Properties" tabIndex={mayEdit ? undefined : 0}>
      <header className={classes["head"]}>
        <h2 className={classes["title"]}>{title}</h2>
        {selected ? null : <span className={classes["hint"]}>Nothing selected</span>}
      </header>
      <fieldset
        disabled={!mayEdit}
        className={classes["all"]}
        key={selected ? `${selected.kind}-${selected.id}` : "page"}
      >
        {selected === undefined ? <PagePanel /> : null}
        {selected?.kind === "element" ? <ElementPanel element={selected} /> : null}
        {selected?.kind === "section" ? <SectionPanel section={selected} /> : null}
        {selected?.kind === "snippet" ? <SnippetPanel snippet={selected} /> : null}
        {selected?.kind === "variable" ? <VariablePanel variable={selected} /> : null}
      </fieldset>
    </aside>
  );
}
