type Point = { path: number[]; offset: number };
type Step = { nodes: Node[]; start: Point | undefined; end: Point | undefined };

/** Typing that pauses longer than this starts another step. */
const pauseMs = 1_000;
const mostSteps = 200;

function pointOf(element: Node, node: Node, offset: number): Point | undefined {
  const path: number[] = [];
  for (let at = node; at !== element;) {
    const { parentNode } = at;
    if (!parentNode) return undefined;
    path.unshift(Array.prototype.indexOf.call(parentNode.childNodes, at));
    at = parentNode;
  }
  return { path, offset };
}

function nodeAt(element: Node, path: readonly number[]): Node | undefined {
  return path.reduce<Node | undefined>((node, index) => node?.childNodes[index], element);
}

/** The steps of one text editing. A browser's own steps do not know of changes that scripts make. */
export function createTextHistory(element: HTMLElement, selectionOf: () => Selection | null) {
  const undone: Step[] = [];
  const done: Step[] = [];
  let last = { kind: "", at: 0 };

  function now(): Step {
    const selection = selectionOf();
    const range = selection && selection.rangeCount > 0 ? selection.getRangeAt(0) : undefined;
    return {
      nodes: [...element.childNodes].map((node) => node.cloneNode(true)),
      start: range && pointOf(element, range.startContainer, range.startOffset),
      end: range && pointOf(element, range.endContainer, range.endOffset),
    };
  }

  function show({ nodes, start, end }: Step): void {
    element.replaceChildren(...nodes);
    const [from, to] = [start && nodeAt(element, start.path), end && nodeAt(element, end.path)];
    if (start && end && from && to) selectionOf()?.setBaseAndExtent(from, start.offset, to, end.offset);
  }

  function move(from: Step[], to: Step[]): void {
    const step = from.pop();
    if (!step) return;
    to.push(now());
    show(step);
    last = { kind: "", at: 0 };
  }

  return {
    /** Keeps the text as it is before a change. Changes of one kind in quick succession are one step; those without a kind never are. */
    keep(kind: string): void {
      const at = Date.now();
      const isSame = kind !== "" && kind === last.kind && at - last.at < pauseMs;
      last = { kind, at };
      if (isSame) return;
      done.push(now());
      if (done.length > mostSteps) done.shift();
      undone.length = 0;
    },
    undo: () => move(done, undone),
    redo: () => move(undone, done),
  };
}
