import { elementsOf } from "../canvas/canvas-nodes.ts";
import { useDesign, useDesignStore } from "../design-context.ts";
import { type ElementNode, readAttribute, setStyles, styleElements } from "@platen/template-source";
import { computedValue } from "./computed-value.ts";

export type ElementStyles = {
  /** The value in the element's own `style`. */
  own: (property: string) => string;
  /** The computed value, from any source. */
  computed: (property: string) => string;
  /** Writes into the element's `style`. An empty value removes the property. */
  set: (values: Readonly<Record<string, string>>) => void;
};

/** Expands shorthands, as the cascade does. */
function probeOf(text: string): CSSStyleDeclaration {
  const { style } = document.createElement("div");
  style.cssText = text.replaceAll(/\{\{[^}]*\}\}/g, "");
  return style;
}

function common(values: readonly string[]): string {
  return values.every((value) => value === values[0]) ? (values[0] ?? "") : "";
}

/**
 * Reads and writes the styles of elements of the template. Of several, it gives the values that they have in common, and
 * sets those of all.
 */
export function useElementStyles(element: ElementNode, ...others: readonly ElementNode[]): ElementStyles {
  const { template } = useDesign((state) => state.document);
  const frame = useDesign((state) => state.frame);
  // The styles that the frame computes are others after each layout.
  useDesign((state) => state.layout);
  const { selected, repeat } = useDesign((state) => state.selecting);
  const { apply } = useDesignStore();
  const all = [element, ...others];
  const texts = all.map((one) => readAttribute(template, one, "style") ?? "");
  const probes = texts.map(probeOf);
  const shown = frame ? all.map(({ id }) => elementsOf(frame.document, id)) : [];
  return {
    own: (property) => common(probes.map((probe) => probe.getPropertyValue(property))),
    computed: (property) =>
      common(shown.map((elements, index) => computedValue(elements[index === 0 ? repeat : 0], property))),
    set(values) {
      const properties = Object.fromEntries(
        Object.entries(values).map(([name, value]) => [name, value === "" ? undefined : value] as const),
      );
      const edit =
        others.length === 0
          ? setStyles(template, element, properties)
          : styleElements(template, all, {
              values: properties,
              chosen: all.find((one) => one === selected) ?? element,
            });
      apply(edit, `style ${Object.keys(values).join()}`);
    },
  };
}
