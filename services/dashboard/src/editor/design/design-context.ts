import { createContext, useContext } from "react";
import { useStore } from "zustand";
import type { DesignState } from "./design-state.ts";
import type { DesignStore } from "./design-store.ts";

export const DesignContext = createContext<DesignStore | undefined>(undefined);

/** The actions of the Design view, and its state for handlers that read it when they run. */
export function useDesignStore(): DesignStore {
  const store = useContext(DesignContext);
  if (!store) throw new Error("useDesignStore works only inside the Design view");
  return store;
}

/** A part of the state of the Design view. The component is rendered again when that part changes. */
export function useDesign<Part>(select: (state: DesignState) => Part): Part {
  return useStore(useDesignStore(), select);
}
