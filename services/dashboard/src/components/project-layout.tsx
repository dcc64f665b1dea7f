import { Skeleton } from "@mantine/core";
import { operations } from "@platen/contracts";
import { useQuery } from "@tanstack/react-query";
import { Suspense } from "react";
import { NavLink, Outlet, useParams } from "react-router";
import { operationQuery } from "../api/operation-query.ts";
import { paths } from "../paths.ts";
import { ProblemPanel } from "./problem-panel.tsx";
import { ProjectContext } from "./project.ts";
import classes from "./project-layout.module.css";

const tabs = [
  { label: "Templates", to: paths.templates },
  { label: "Documents", to: paths.documents },
  { label: "API keys", to: paths.apiKeys },
  { label: "Members", to: paths.members },
  { label: "Settings", to: paths.settings },
];

/** A project's pages behind their tabs. */
export function ProjectLayout() {
  const { projectId = "" } = useParams();
  const { data: project, error, refetch } = useQuery(operationQuery(operations.getProject, { params: { projectId } }));
  // A project that could be read once stays on screen while the network is away.
  if (error && !project) return <ProblemPanel error={error} onRetry={() => void refetch()} />;
  return (
    <>
      <nav className={classes["tabs"]} aria-label="Project">
        {tabs.map(({ label, to }) => (
          <NavLink key={label} to={to({ projectId })} className={classes["tab"] ?? ""}>
            {label}
          </NavLink>
        ))}
      </nav>
      {project ? (
        <ProjectContext value={project} key={projectId}>
          <Suspense fallback={<Skeleton height={28} width={180} />}>
            <Outlet />
          </Suspense>
        </ProjectContext>
      ) : (
        <Skeleton height={28} width={180} />
      )}
    </>
  );
}
