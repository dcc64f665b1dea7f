/** Holds a current value for the editor, so that a new value does not create a new editor. */
export function createHolder<T>(first: T) {
  let held = first;
  return {
    read: () => held,
    hold: (next: T): void => {
      held = next;
    },
  };
}
