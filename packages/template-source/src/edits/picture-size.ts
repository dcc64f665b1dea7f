import type { ElementNode, Template } from "../model/nodes.ts";
import { findAttribute } from "./set-attribute.ts";
import { declarationsOf } from "./set-styles.ts";

type Wanted = {
  /** In millimetres. */
  width: number;
  /** The height divided by the width, which stays. */
  ratio: number;
  /** Whether a stylesheet or an attribute sets the height. */
  hasOwnHeight: boolean;
};

/** The styles that give a picture a width and keep the ratio of its sides. */
export function pictureSize(
  template: Template,
  picture: ElementNode,
  { width, ratio, hasOwnHeight }: Wanted,
): Record<string, string> {
  const written = declarationsOf(template, picture).findLast(({ property }) => property === "height");
  const isFixed = written ? written.value.text !== "auto" : hasOwnHeight || findAttribute(picture, "height");
  const height = Math.round(width * ratio * 10) / 10;
  return { width: `${width}mm`, ...(isFixed ? { height: `${height}mm` } : {}) };
}
