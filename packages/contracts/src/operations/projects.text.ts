import type { Section } from "../reference.ts";

export const projects: Section = {
  tag: "Projects",
  operations: {
    getOwnKey: {
      summary: "Get the API key of the request",
      description: "Tells what the key of the request is: its name, project, scopes and limits.",
    },
    listProjects: {
      summary: "List projects",
      description: "Lists the project of the key.",
    },
  },
};
