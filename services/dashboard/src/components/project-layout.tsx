import { Skeleton } from "@mantine/core";
import { operations } from "@platen/contracts";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, type ReactNode } from "react";
import { NavLink, Outlet, useLocation, useParams } from "react-router";
import { operationQuery } from "../api/operation-query.ts";
import { paths } from "../paths.ts";
import { ProblemPanel } from "./problem-panel.tsx";
import { ProjectContext } from "./project-context.ts";
import classes from "./project-layout.module.css";

const tabs = [
  { label: "Templates", to: paths.templates },
  { label: "Snippets", to: paths.snippets },
  { label: "Assets", to: paths.assets },
  { label: "Brand", to: paths.brand },
  { label: "Translations", to: paths.translations },
  { label: "Documents", to: paths.documents },
  { label: "Batches", to: paths.batches },
  { label: "API keys", to: paths.apiKeys },
  { label: "Members", to: paths.members },
  { label: "Settings", to: paths.settings },
];

function Tabs({ projectId }: { projectId: string }) {
  const { pathname } = useLocation();
  const list = useRef<HTMLElement>(null);
  const shownPath = useRef<string>(undefined);
  // In a narrow window, scrolls the open tab into view.
  useEffect(() => {
    if (shownPath.current === pathname) return;
    shownPath.current = pathname;
    const open = list.current?.querySelector("[aria-current=page]");
    if (!list.current || !open) return;
    const [room, tab] = [list.current, open].map((element) => element.getBoundingClientRect());
    if (room && tab) list.current.scrollLeft += tab.left + tab.width / 2 - (room.left + room.width / 2);
  }, [pathname]);
  return (
    <nav ref={list} className={classes["tabs"]} aria-label="Project">
      {tabs.map(({ label, to }) => (
        <NavLink key={label} to={to({ projectId })} className={classes["tab"] ?? ""}>
          {label}
        </NavLink>
      ))}
    </nav>
  );
}

/** The pages of a project, or other content, below the project's tabs. */
export function ProjectLayout({ children = <Outlet /> }: { children?: ReactNode }) {
  const { projectId = "" } = useParams();
  const { data: project, error, refetch } = useQuery(operationQuery(operations.getProject, { params: { projectId } }));
  // A project that was read once stays on screen while the network is down.
  if (error && !project) return <ProblemPanel error={error} onRetry={() => void refetch()} />;
  return (
    <>
      <Tabs projectId={projectId} />
      {project ? (
        <ProjectContext value={project} key={projectId}>
          {children}
        </ProjectContext>
      ) : (
        <Skeleton height={28} width={180} />
      )}
    </>
  );
}
