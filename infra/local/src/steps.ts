/** Prints the steps of a command and their results, line by line. */
export type Steps = {
  /** Runs `task`, and says in one line what it did and how long it took. */
  run: <T>(title: string, task: (result: (text: string) => void) => Promise<T>) => Promise<T>;
  say: (line: string) => void;
};

export function createSteps(output: { write(text: string): unknown }): Steps {
  const say = (line: string) => void output.write(`${line}\n`);
  return {
    say,
    async run(title, task) {
      const startedAt = performance.now();
      const seconds = () => `${((performance.now() - startedAt) / 1000).toFixed(1)} s`;
      let text = title;
      try {
        const value = await task((result) => (text = result));
        say(`  ✓ ${text} (${seconds()})`);
        return value;
      } catch (error) {
        say(`  ✗ ${title} (${seconds()})`);
        throw error;
      }
    },
  };
}
