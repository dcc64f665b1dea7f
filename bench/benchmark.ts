/** What every benchmark is given. */
export type Surroundings = {
  rootFolder: string;
  environment: Readonly<Record<string, string | undefined>>;
  say: (line: string) => void;
};
