import { isAllowed, type Operation, type ResponseOutput, type operations } from "@platen/contracts";
import { createContext, useContext } from "react";

export type Project = ResponseOutput<typeof operations.getProject>;

export const ProjectContext = createContext<Project | undefined>(undefined);

/** The project of the current page. */
export function useProject(): Project {
  const project = useContext(ProjectContext);
  if (!project) throw new Error("useProject works only on the pages of a project");
  return project;
}

/** Returns a function that tells whether one's role in the project allows an operation. Pages hide all others. */
export function useMay(): (operation: Operation) => boolean {
  const { role } = useProject();
  return ({ permission }) => permission !== undefined && isAllowed(role, permission);
}
