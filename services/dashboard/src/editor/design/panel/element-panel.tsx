import { type ElementNode, isCell } from "@platen/template-source";
import { ColumnPanel, RowPanel } from "./column-panel.tsx";
import { ElementBasics } from "./element-basics.tsx";
import { FlexPanel } from "./flex-panel.tsx";
import { BoxStyles } from "./box-styles.tsx";
import { AlignmentStyles, FreePlace } from "./place-styles.tsx";
import { holdsNoText, isPlaced, TextStyles } from "./text-styles.tsx";
import { MakeSnippet } from "./make-snippet.tsx";
import { MakeTranslatable } from "./make-translatable.tsx";
import { ShowPanel } from "./show-panel.tsx";
import { useElementStyles } from "./use-element-styles.ts";

/** Parts of tables stand where the table puts them. */
const partsOfTables = new Set(["td", "th", "tr", "thead", "tbody", "tfoot", "caption", "col", "colgroup"]);

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
      {isPlaced(element) || styles.own("width") !== "" ? <AlignmentStyles styles={styles} hasTexts={false} /> : null}
      <BoxStyles styles={styles} />
      {partsOfTables.has(element.name) ? null : <FreePlace styles={styles} />}
      <MakeSnippet element={element} />
    </>
  );
}
