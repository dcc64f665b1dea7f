import type { Section } from "../reference.ts";

export const projects: Section = {
  tag: "Projects",
  operations: {
    listProjects: {
      summary: "List projects",
      description: "Lists the project of the key.",
    },
  },
};
