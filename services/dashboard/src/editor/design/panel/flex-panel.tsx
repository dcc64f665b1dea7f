import { type ElementNode, leastShare, withShare } from "@platen/template-source";
import { useFlexRow } from "../use-flex-row.ts";
import { Group, Wide } from "./group.tsx";
import { LengthField } from "./style-fields.tsx";
import { useElementStyles } from "./use-element-styles.ts";
import { ValidatedField } from "./validated-field.tsx";

/** The widths of the columns of a block and the gap between them, if the element is such a block or one of its columns. */
export function FlexPanel({ element }: { element: ElementNode }) {
  const row = useFlexRow(element);
  const styles = useElementStyles(row?.block ?? element);
  if (!row) return null;
  const { columns, shares, setShares } = row;
  /** The largest share of a column: it takes from the column beside it alone. */
  const most = (index: number) =>
    (shares[index] ?? 0) + (shares[index === shares.length - 1 ? index - 1 : index + 1] ?? 0) - leastShare;
  const isShare = (text: string, index: number) =>
    /^\d{1,2}$/.test(text) && Number(text) >= leastShare && Number(text) <= most(index);
  return (
    <Group title="Columns">
      {columns.map((column, index) =>
        element === row.block || element === column ? (
          <ValidatedField
            key={column.id}
            label={element === column ? "Width in %" : `Column ${index + 1} in %`}
            value={String(shares[index])}
            check={(text) => (isShare(text, index) ? undefined : `Use a number from ${leastShare} to ${most(index)}`)}
            onChange={(text) => {
              if (text !== "") setShares(withShare(shares, index, Number(text)));
            }}
          />
        ) : null,
      )}
      {element === row.block ? (
        <Wide>
          <LengthField styles={styles} property="gap" label="Gap" />
        </Wide>
      ) : null}
    </Group>
  );
}
