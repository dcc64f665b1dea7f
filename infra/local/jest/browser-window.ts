import { setImmediate } from "node:timers/promises";
import { runInNewContext } from "node:vm";
import { JSDOM } from "jsdom";

// The window that tests of screens see. React and others keep what they find in it, and a process evaluates each module
// once, so all test files of a process share one window.

/** What stays Node.js's own: jest replaces these timers, and requests and answers are made of these classes. */
const ofNode = new Set([
  "AbortController",
  "AbortSignal",
  "clearInterval",
  "clearTimeout",
  "console",
  "crypto",
  "Headers",
  "performance",
  "queueMicrotask",
  "setInterval",
  "setTimeout",
  "structuredClone",
  "TextDecoder",
  "TextEncoder",
  "URL",
  "URLSearchParams",
]);

/** Observes sizes or visibility. Nothing is laid out here, so neither changes. */
class Observer {
  disconnect(): void {}
  observe(): void {}
  unobserve(): void {}
}

/** The elements of a line. Names that screen readers say have a space between all others. */
const ofLine = new Set("a,abbr,b,bdi,br,code,em,i,img,input,kbd,label,mark,small,span,strong,svg,time,u".split(","));

/**
 * The style of an element by its attributes. The window has no style sheets, and jsdom's own function, which looks for them in
 * all ancestors, takes a third of the time of all tests.
 */
function styleOf(element: { localName: string; style?: object; hidden?: boolean }): object {
  const byDefault: Record<string, string> = { display: ofLine.has(element.localName) ? "inline" : "block" };
  const read = (name: string): string => {
    if (name === "display" && element.hidden === true) return "none";
    const own: unknown = Reflect.get(element.style ?? {}, name);
    return typeof own === "string" && own !== "" ? own : (byDefault[name] ?? "");
  };
  return new Proxy(element.style ?? {}, {
    get: (_style, name) => (name === "getPropertyValue" ? read : typeof name === "string" ? read(name) : undefined),
  });
}

const { window } = new JSDOM("<!doctype html><html lang='en'><head></head><body></body></html>", {
  url: "http://platen.test/dashboard/",
  pretendToBeVisual: true,
});

// What jsdom lacks, because it lays nothing out.
Object.assign(window, {
  getComputedStyle: styleOf,
  IntersectionObserver: Observer,
  isSecureContext: true,
  ResizeObserver: Observer,
  matchMedia: (media: string) =>
    Object.assign(new window.EventTarget(), { media, matches: media.startsWith("(min-width") }),
  scrollTo(): void {},
});
Object.assign(window.HTMLCanvasElement.prototype, { getContext: () => null });
Object.assign(window.document, { fonts: new window.EventTarget() });
Object.assign(window.Range.prototype, { getClientRects: () => [] });
Object.assign(window.Element.prototype, { scrollIntoView(): void {}, scrollTo(): void {} });

// Requests take only Node.js's signals, and jsdom's elements only their own.
// oxlint-disable-next-line typescript/unbound-method -- it is called with its own object.
const { addEventListener } = window.EventTarget.prototype;
window.EventTarget.prototype.addEventListener = function listen(type, listener, options) {
  if (typeof options !== "object" || !options.signal) return addEventListener.call(this, type, listener, options);
  const { signal, ...others } = options;
  signal.addEventListener("abort", () => this.removeEventListener(type, listener, others), { once: true });
  return addEventListener.call(this, type, listener, others);
};

const ofLanguage = new Set<string>(runInNewContext("Object.getOwnPropertyNames(globalThis)"));
const names = Object.getOwnPropertyNames(window).filter((name) => !ofLanguage.has(name) && !ofNode.has(name));

const before = new Map(names.map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)]));

/** Makes the names of the window global. */
export function openWindow(): void {
  for (const name of names) {
    Object.defineProperty(globalThis, name, {
      configurable: true,
      enumerable: false,
      get: (): unknown => Reflect.get(window, name),
      set(value: unknown) {
        Reflect.set(window, name, value);
      },
    });
  }
}

/** Gives the names back that Node.js has itself, and takes the others away, once the work that was asked for is done. */
export async function closeWindow(): Promise<void> {
  // React ends its work on a page that is gone in the next turn, and Mantine in the next frame.
  await new Promise(window.requestAnimationFrame);
  await setImmediate();
  // A tooltip waits for its time, even if its button is gone.
  for (let timer = window.setTimeout(() => undefined); timer > 0; timer -= 1) window.clearTimeout(timer);
  for (const [name, descriptor] of before) {
    if (descriptor) Object.defineProperty(globalThis, name, descriptor);
    else Reflect.deleteProperty(globalThis, name);
  }
}
