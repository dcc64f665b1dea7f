/**
 * Turns `current` into `wanted` by changing only what differs, so that pictures are not decoded again and nothing
 * flickers. It moves nodes out of `wanted`.
 */
export function morph(current: Element, wanted: Element): void {
  morphAttributes(current, wanted);
  morphChildren(current, wanted);
}

export function morphAttributes(current: Element, wanted: Element): void {
  for (const { name } of Array.from(current.attributes)) {
    if (!wanted.hasAttribute(name)) current.removeAttribute(name);
  }
  for (const { name, namespaceURI, value } of wanted.attributes) {
    if (current.getAttribute(name) !== value) current.setAttributeNS(namespaceURI, name, value);
  }
}

/** Nodes of a frame have classes of that frame, so `instanceof` does not work. */
/** Whether a node is an element, also one of another window. */
export function isElement(node: Node): node is Element {
  return node.nodeType === Node.ELEMENT_NODE;
}

function isSameKind(current: Node, wanted: Node): boolean {
  if (current.nodeType !== wanted.nodeType || current.nodeName !== wanted.nodeName) return false;
  return !isElement(current) || !isElement(wanted) || current.namespaceURI === wanted.namespaceURI;
}

function morphChildren(current: Element, wanted: Element): void {
  const wantedNodes = [...wanted.childNodes];
  let at: ChildNode | null = current.firstChild;
  for (const node of wantedNodes) {
    if (at === null) {
      current.append(current.ownerDocument.adoptNode(node));
      continue;
    }
    const next: ChildNode | null = at.nextSibling;
    // The browser compares a block that no edit changed much faster than this does.
    if (at.isEqualNode(node)) {
      at = next;
      continue;
    }
    if (!isSameKind(at, node)) at.replaceWith(current.ownerDocument.adoptNode(node));
    else if (isElement(at) && isElement(node)) morph(at, node);
    else if (at.nodeValue !== node.nodeValue) at.nodeValue = node.nodeValue;
    at = next;
  }
  while (at !== null) {
    const next: ChildNode | null = at.nextSibling;
    at.remove();
    at = next;
  }
}
