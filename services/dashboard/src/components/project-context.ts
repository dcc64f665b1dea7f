import { isAllowed, type Operation, type ResponseOutput, type operations } from "@platen/contracts";
import { createContext, useContext } from "react";

export type Project = ResponseOutput<typeof operations.getProject>;

export const ProjectContext = createContext<Project | undefined>(undefined);

/** The project whose pages these are. */
export function useProject(): Project {
  const project = useContext(ProjectContext);
  if (!project) throw new Error("useProject is for pages of a project");
  return project;
}

/** Gives the function that tells whether one's role in the project allows an operation. What it does not, is not offered. */
export function useMay(): (operation: Operation) => boolean {
  const { role } = useProject();
  return ({ permission }) => permission !== undefined && isAllowed(role, permission);
}
