import {
  Box,
  Braces,
  ChevronRight,
  EyeOff,
  Heading,
  Image,
  Pilcrow,
  Puzzle,
  Repeat,
  Split,
  Table,
  type LucideIcon,
} from "lucide-react";
import { createElement, type ComponentProps } from "react";
import {
  ancestorsOf,
  type Gap,
  holdsText,
  sectionKind,
  sourceOf,
  type Template,
  type TemplateNode,
} from "@platen/template-source";
import { useDesign } from "../design-context.ts";
import { isDraggable } from "../dragged-nodes.ts";
import { classOf, nodeLabel } from "../node-labels.ts";
import type { LayerRow } from "./layer-rows.ts";
import classes from "./layers-panel.module.css";

function iconOf({ node, data }: { node: TemplateNode; data: unknown }): LucideIcon {
  if (node.kind === "section") return sectionKind(node, data) === "repeats" ? Repeat : Split;
  if (node.kind === "variable") return Braces;
  if (node.kind === "snippet") return Puzzle;
  if (node.kind !== "element") return Box;
  if (node.name === "img" || node.name === "svg") return Image;
  if (node.name === "table") return Table;
  if (/^h[1-6]$/.test(node.name)) return Heading;
  return holdsText(node) ? Pilcrow : Box;
}

function LayerIcon(props: { node: TemplateNode; data: unknown }) {
  return createElement(iconOf(props), { size: 13, "aria-hidden": true, className: classes["icon"] ?? "" });
}

/** In characters of the source. */
const longestExcerpt = 200;

/** The beginning of an element's text. */
function excerptOf(template: Template, node: TemplateNode): string {
  if (node.kind !== "element" || !holdsText(node)) return "";
  const { end: start } = node.open;
  const end = Math.min(node.close?.start ?? node.end, start + longestExcerpt);
  return sourceOf(template, { start, end })
    .replaceAll(/<[^>]*>?|\s+/g, " ")
    .trim();
}

type LayerItemProps = Pick<
  ComponentProps<"div">,
  "onClick" | "onContextMenu" | "onDragStart" | "onDragOver" | "onDragEnd"
> & {
  id: string;
  row: LayerRow;
  top: number;
  /** The ids of the sections that print nothing. */
  unprinted: ReadonlySet<number>;
  /** Where a drop goes, if it goes beside or into this row. */
  drop: Gap["where"] | undefined;
  onOpen: (isOpen: boolean) => void;
};

/** A row of the tree of layers. The tree handles its keys. */
export function LayerItem({ id, row, top, unprinted, drop, onOpen, ...handlers }: LayerItemProps) {
  const { template, data, mayEdit, ownership } = useDesign((state) => state.document);
  const { selection } = useDesign((state) => state.selecting);
  const { node, depth, isOpen, position, setSize } = row;
  const isOff = unprinted.has(node.id);
  const name = classOf(template, node);
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the tree has the focus and handles the keys.
    <div
      id={id}
      role="treeitem"
      tabIndex={-1}
      aria-level={depth + 1}
      aria-posinset={position}
      aria-setsize={setSize}
      aria-expanded={isOpen}
      aria-selected={selection.includes(node)}
      className={classes["row"]}
      data-section={node.kind === "section" || undefined}
      data-off={isOff || ancestorsOf(node).some((around) => unprinted.has(around.id)) || undefined}
      data-foreign={!ownership.holdsOwn(node) || undefined}
      data-drop={drop}
      style={{ top, paddingLeft: `${0.35 + depth * 0.8}rem` }}
      draggable={mayEdit && isDraggable(node, ownership)}
      {...handlers}
    >
      {/* The arrow keys open and close a row too. */}
      <span
        role="presentation"
        className={classes["twist"]}
        data-open={isOpen || undefined}
        onClick={(event) => {
          if (isOpen === undefined) return;
          event.stopPropagation();
          onOpen(!isOpen);
        }}
      >
        {isOpen === undefined ? null : <ChevronRight size={12} aria-hidden />}
      </span>
      <LayerIcon node={node} data={data} />
      <span className={classes["name"]}>{nodeLabel(template, node, data)}</span>
      {name === "" ? null : <span className={classes["excerpt"]}>{name}</span>}
      <span className={classes["excerpt"]}>{excerptOf(template, node)}</span>
      {isOff ? (
        <span className={classes["off"]} title="Not printed with this data set">
          <EyeOff size={13} aria-hidden />
          <span className="unseen">, not printed with this data set</span>
        </span>
      ) : null}
    </div>
  );
}
