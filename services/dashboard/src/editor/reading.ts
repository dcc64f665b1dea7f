/** A zustand store for those who read its state, and do not change it. */
export type Reading<State> = {
  getState: () => State;
  getInitialState: () => State;
  subscribe: (listener: (state: State, before: State) => void) => () => void;
};
