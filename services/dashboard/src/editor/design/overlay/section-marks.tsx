import { boxesOf, type Box, type Repeats } from "../canvas/canvas-nodes.ts";
import type { CanvasLayout } from "../canvas/canvas-frame.ts";
import { useDesign, useDesignStore } from "../design-context.ts";
import { isIn } from "../dragged-nodes.ts";
import { nodeById, type SectionNode, sectionWords, type TemplateNode } from "@platen/template-source";
import classes from "./overlay.module.css";

/** A label on a lower section, in pixels of the paper, would hide it. */
const labelledHeight = 12;

/** With less room beside its section, in pixels of the screen, a label goes above it. */
const labelWidth = 130;

type Mark = { section: SectionNode; boxes: Box[]; isEmpty: boolean };

/** The position of a section that prints nothing. */
function boxOfEmpty(range: Range): Box {
  const before = range.startContainer.childNodes[range.startOffset - 1];
  const neighbour = [before?.previousSibling, before?.parentNode].find((node) => node?.nodeType === Node.ELEMENT_NODE);
  // An element of the frame has the frame's classes, so `instanceof` does not work.
  const box = (neighbour as Element | undefined)?.getBoundingClientRect();
  const isParent = neighbour === before?.parentNode;
  return { x: box?.left ?? 0, y: (isParent ? box?.top : box?.bottom) ?? 0, width: 0, height: 0 };
}

type SectionMarksProps = {
  repeats: Repeats;
  layout: CanvasLayout;
  scale: number;
  /** The hovered node: the sections around it always show their labels. */
  hovered: TemplateNode | undefined;
};

/** The outlines of sections, with labels that select them. */
export function SectionMarks({ repeats, layout, scale, hovered }: SectionMarksProps) {
  const { template, ownership, data } = useDesign((state) => state.document);
  const { selected } = useDesign((state) => state.selecting);
  const { select } = useDesignStore();
  const marks = [...repeats].flatMap(([id, all]): Mark[] => {
    const section = nodeById(template, id);
    const [first] = all;
    if (section?.kind !== "section" || !first || !ownership.isOwn(section)) return [];
    // Later repeats have an outline only while their section is selected.
    const outlined = section === selected ? all : [first];
    const boxes = first.isEmpty
      ? [boxOfEmpty(first.range)]
      : outlined.flatMap(({ range }) => boxesOf(range, layout.pitch));
    return [{ section, boxes, isEmpty: first.isEmpty }];
  });
  return marks.map(({ section, boxes, isEmpty }) => {
    const [first] = boxes;
    if (!first) return null;
    const left = Math.min(...boxes.map(({ x }) => x));
    const isLabelled = isEmpty || first.height >= labelledHeight;
    return (
      <div key={section.id} data-selected={section === selected || undefined}>
        {boxes.map(({ x, y, width, height }, index) => (
          <div
            key={index}
            className={classes["section"]}
            data-later={index > 0 || undefined}
            style={{ left: x * scale, top: y * scale, width: width * scale, height: height * scale }}
          />
        ))}
        {isLabelled ? (
          <button
            type="button"
            tabIndex={-1}
            className={classes["label"]}
            data-empty={isEmpty || undefined}
            data-above={left * scale < labelWidth || undefined}
            data-shown={[selected, hovered].some((node) => node && isIn([section], node)) || undefined}
            data-selected={section === selected || undefined}
            style={{ left: left * scale, top: first.y * scale }}
            onClick={() => select(section)}
          >
            {sectionWords(section, data)}
            {isEmpty ? " (empty)" : ""}
          </button>
        ) : null}
      </div>
    );
  });
}
