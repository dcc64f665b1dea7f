/** Prints the steps of a command and their results, line by line. */
export type Steps = {
  /** Runs `task`, and says in one line what it brought about and how long it took. */
  run: <T>(title: string, task: (result: (text: string) => void) => Promise<T>) => Promise<T>;
  /** A line of its own, between the steps. */
  say: (line: string) => void;
};

type Output = { write(text: string): unknown; isTTY?: boolean };

export function createSteps(output: Output): Steps {
  let current: string | undefined;
  const clear = () => {
    if (output.isTTY && current !== undefined) output.write("\r\u001B[K");
  };
  const show = () => {
    if (output.isTTY && current !== undefined) output.write(`  … ${current}`);
  };
  const say = (line: string) => {
    clear();
    output.write(`${line}\n`);
    show();
  };
  return {
    say,
    async run(title, task) {
      const startedAt = performance.now();
      let text = title;
      const seconds = () => `${((performance.now() - startedAt) / 1000).toFixed(1)} s`;
      current = title;
      show();
      try {
        const value = await task((result) => (text = result));
        clear();
        current = undefined;
        say(`  ✓ ${text} (${seconds()})`);
        return value;
      } catch (error) {
        clear();
        current = undefined;
        say(`  ✗ ${title} (${seconds()})`);
        throw error;
      }
    },
  };
}
