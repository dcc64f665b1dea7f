import { Skeleton } from "@mantine/core";
import { operations } from "@platen/contracts";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Outlet, useParams } from "react-router";
import { operationQuery } from "../api/operation-query.ts";
import { useRememberOpening } from "./opened-projects.ts";
import { ProblemPanel } from "./problem-panel.tsx";
import { ProjectContext } from "./project-context.ts";

/** The pages of a project, or other content, once the project is known. */
export function ProjectLayout({ children = <Outlet /> }: { children?: ReactNode }) {
  const { projectId = "" } = useParams();
  const { data: project, error, refetch } = useQuery(operationQuery(operations.getProject, { params: { projectId } }));
  useRememberOpening(project?.projectId);
  // A project that was read once stays on screen while the network is down.
  if (error && !project) return <ProblemPanel error={error} onRetry={() => void refetch()} />;
  if (!project) return <Skeleton height={28} width={180} />;
  return (
    <ProjectContext value={project} key={projectId}>
      {children}
    </ProjectContext>
  );
}
