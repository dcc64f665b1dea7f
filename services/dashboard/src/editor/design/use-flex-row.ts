import { elementsOf } from "./canvas/canvas-nodes.ts";
import { useDesign, useDesignStore } from "./design-context.ts";
import { columnsIn, type ElementNode, setShares, sharesOf, type TemplateNode } from "@platen/template-source";

/** A block whose columns stand side by side, as the canvas shows it. */
export type FlexRow = {
  block: ElementNode;
  columns: readonly ElementNode[];
  /** The elements of the canvas for the columns. */
  shown: readonly HTMLElement[];
  /** In percent of the width of all columns. */
  shares: readonly number[];
  /** Writes other shares. Returns whether it did. */
  setShares: (shares: readonly number[]) => boolean;
};

/** The row that a node is, or is a column of; undefined if the canvas shows none. */
export function useFlexRow(node: TemplateNode | undefined): FlexRow | undefined {
  const { template } = useDesign((state) => state.document);
  const frame = useDesign((state) => state.frame);
  // The shares that the frame shows are others after each layout.
  useDesign((state) => state.layout);
  const { ownership } = useDesign((state) => state.document);
  const { act } = useDesignStore();
  if (!frame || node?.kind !== "element") return undefined;

  function rowOf(block: TemplateNode | undefined): FlexRow | undefined {
    if (!frame || node?.kind !== "element" || block?.kind !== "element" || !ownership.isOwn(block)) return undefined;
    const columns = columnsIn(template, block);
    const [element] = elementsOf(frame.document, block.id);
    if (!columns || !element) return undefined;
    const { display, flexDirection, flexWrap, direction } = frame.styleOf(element);
    if (!display.endsWith("flex") || flexDirection !== "row" || flexWrap !== "nowrap" || direction !== "ltr") {
      return undefined;
    }
    const shown = columns.flatMap(({ id }) => elementsOf(frame.document, id)[0] ?? []);
    if (shown.length !== columns.length || shown.some(({ parentElement }) => parentElement !== element))
      return undefined;
    return {
      block,
      columns,
      shown,
      shares: sharesOf(shown.map((column) => column.getBoundingClientRect().width)),
      setShares: (shares) =>
        act(
          setShares(template, columns, { shares, selected: node }),
          `Columns of ${shares.join(", ")} percent`,
          "width of the columns",
        ),
    };
  }

  return rowOf(node) ?? rowOf(node.parent);
}
