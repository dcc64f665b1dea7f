import { useMemo } from "react";
import { elementsOf } from "../canvas/canvas-nodes.ts";
import { useDesign } from "../design-context.ts";
import { readAttribute } from "../source/set-attribute.ts";
import type { ElementNode } from "../source/nodes.ts";
import { setStyles } from "../source/set-styles.ts";
import { computedValue } from "./computed-value.ts";

export type ElementStyles = {
  /** The value in the element's own `style`. */
  own: (property: string) => string;
  /** The computed value, from any source. */
  computed: (property: string) => string;
  /** Writes into the element's `style`. An empty value removes the property. */
  set: (values: Readonly<Record<string, string>>) => void;
};

/** Reads and writes the styles of an element of the template. */
export function useElementStyles(element: ElementNode): ElementStyles {
  const { template, frame, repeat, apply } = useDesign();
  const text = readAttribute(template, element, "style") ?? "";
  // Expands shorthands, as the cascade does.
  const probe = useMemo(() => {
    const { style } = document.createElement("div");
    style.cssText = text.replaceAll(/\{\{[^}]*\}\}/g, "");
    return style;
  }, [text]);
  const shown = frame ? elementsOf(frame.document, element.id)[repeat] : undefined;
  return {
    own: (property) => probe.getPropertyValue(property),
    computed: (property) => computedValue(shown, property),
    set(values) {
      const properties = Object.entries(values).map(
        ([name, value]) => [name, value === "" ? undefined : value] as const,
      );
      apply(setStyles(template, element, Object.fromEntries(properties)), `style ${Object.keys(values).join()}`);
    },
  };
}
