import { makeEdit, type Change, type Edit } from "./edit.ts";
import { isBlank } from "../model/find-node.ts";
import type { ElementNode, Template } from "../model/nodes.ts";
import { styleChanges } from "./set-styles.ts";

/** The least share of a column, in percent. */
export const leastShare = 5;

/**
 * The children of a block, if they are all elements that can be columns: at least two, and nothing else that prints beside
 * them. Only the canvas knows whether they stand side by side.
 */
export function columnsIn(template: Template, block: ElementNode): ElementNode[] | undefined {
  const printed = block.children.filter(
    (child) => !isBlank(template, child) && !(child.kind === "opaque" && ["comment", "note"].includes(child.what)),
  );
  const columns = printed.filter((child): child is ElementNode => child.kind === "element");
  return columns.length >= 2 && columns.length === printed.length ? columns : undefined;
}

/** The shares of columns with these widths, in whole percent. Together they are 100. */
export function sharesOf(widths: readonly number[]): number[] {
  const whole = widths.reduce((sum, width) => sum + width, 0);
  if (whole === 0) return widths.map(() => Math.floor(100 / widths.length));
  let [used, sum] = [0, 0];
  return widths.map((width) => {
    sum += width;
    const share = Math.round((sum / whole) * 100) - used;
    used += share;
    return share;
  });
}

/** Moves the border after a column by so many percent to the right, as far as both columns beside it stay visible. */
export function moveBorder(shares: readonly number[], index: number, by: number): number[] {
  const [left = 0, right = 0] = [shares[index], shares[index + 1]];
  const moved = Math.max(Math.min(0, leastShare - left), Math.min(by, Math.max(0, right - leastShare)));
  return shares.map((share, at) => (at === index ? left + moved : at === index + 1 ? right - moved : share));
}

/** Gives a column a share. The next column, or for the last one the column before, takes or gives the rest. */
export function withShare(shares: readonly number[], index: number, share: number): number[] {
  const by = share - (shares[index] ?? 0);
  return index === shares.length - 1 ? moveBorder(shares, index - 1, -by) : moveBorder(shares, index, by);
}

/**
 * Writes the shares of columns, each as its `flex`, and selects a node again. Undefined if the style of a column is inside
 * a Mustache section.
 */
export function setShares(
  template: Template,
  columns: readonly ElementNode[],
  { shares, selected }: { shares: readonly number[]; selected: ElementNode },
): Edit | undefined {
  const changes: Change[] = [];
  for (const [index, column] of columns.entries()) {
    // Any of these would outdo the share.
    const others = { "flex-grow": undefined, "flex-shrink": undefined, "flex-basis": undefined };
    const own = styleChanges(template, column, { flex: String(shares[index]), ...others });
    if (!own) return undefined;
    changes.push(...own);
  }
  return makeEdit(template, changes, selected);
}
