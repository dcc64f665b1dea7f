import { useState, type PointerEvent } from "react";
import type { CanvasHits, Target } from "./canvas-hits.ts";
import type { StripZone } from "./strip-zone.ts";

type HoverOptions = {
  hits: CanvasHits;
  /** The header or footer under the pointer. */
  zoneAt: (event: PointerEvent<HTMLElement>) => StripZone | undefined;
};

/** Follows what is under the pointer: a node, the name of a variable, or a header or footer. */
export function useHover({ hits, zoneAt }: HoverOptions) {
  const [hovered, setHovered] = useState<Target>();
  const [variable, setVariable] = useState<string>();
  const [zone, setZone] = useState<StripZone>();

  function setTarget(target: Target | undefined): void {
    if (target?.node !== hovered?.node || target?.repeat !== hovered?.repeat) setHovered(target);
  }

  return {
    hovered,
    variable,
    zone,
    setTarget,
    clear: () => setHovered(undefined),
    onPointerMove: (event: PointerEvent<HTMLElement>): void => {
      const name = hits.elementAt(event)?.closest("[data-name]")?.getAttribute("data-name");
      setVariable(name ?? undefined);
      setTarget(hits.targetAt(event));
      const found = zoneAt(event);
      if (found?.strip !== zone?.strip || found?.page !== zone?.page) setZone(found);
    },
    onPointerLeave: (): void => {
      setHovered(undefined);
      setZone(undefined);
    },
  };
}
