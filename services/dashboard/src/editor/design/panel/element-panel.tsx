import { type ElementNode, isCell } from "@platen/template-source";
import { ColumnPanel, RowPanel } from "./column-panel.tsx";
import { ElementBasics } from "./element-basics.tsx";
import { FlexPanel } from "./flex-panel.tsx";
import { BoxStyles } from "./box-styles.tsx";
import { holdsNoText, TextStyles } from "./text-styles.tsx";
import { MakeSnippet } from "./make-snippet.tsx";
import { MakeTranslatable } from "./make-translatable.tsx";
import { ShowPanel } from "./show-panel.tsx";
import { useElementStyles } from "./use-element-styles.ts";

/** The style of an element, which the fields write into its `style` attribute. */
export function ElementPanel({ element }: { element: ElementNode }) {
  const styles = useElementStyles(element);
  return (
    <>
      {isCell(element) ? <ColumnPanel cell={element} /> : null}
      {element.name === "tr" ? <RowPanel row={element} /> : null}
      <FlexPanel element={element} />
      <ElementBasics element={element} />
      <ShowPanel element={element} />
      <MakeTranslatable element={element} />
      {holdsNoText(element) ? null : <TextStyles styles={styles} />}
      <BoxStyles styles={styles} />
      <MakeSnippet element={element} />
    </>
  );
}
