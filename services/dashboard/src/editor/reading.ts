import type { StoreApi } from "zustand/vanilla";

/** A zustand store for those who read its state, and do not change it. */
export type Reading<State> = Pick<StoreApi<State>, "getState" | "getInitialState" | "subscribe">;
