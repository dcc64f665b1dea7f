import { BookOpen, Braces, CircleUser, LayoutGrid } from "lucide-react";
import { useId } from "react";
import { NavLink } from "react-router";
import { paths } from "../paths.ts";
import { projectPages, type PageGroup } from "./project-pages.ts";
import classes from "./rail.module.css";

const elsewhere: readonly PageGroup[] = [
  {
    label: "Platen",
    pages: [
      { label: "Projects", icon: LayoutGrid, to: paths.projects() },
      { label: "Account", icon: CircleUser, to: paths.account() },
      { label: "Guide", icon: BookOpen, to: paths.guides() },
    ],
  },
];

const iconSize = 16;

function Group({ label, pages, onFollow }: PageGroup & { onFollow: (() => void) | undefined }) {
  const id = useId();
  return (
    <>
      <p id={id} className={classes["group"]}>
        {label}
      </p>
      <ul className={classes["pages"]} aria-labelledby={id}>
        {pages.map(({ label: name, icon: Icon, to }) => (
          <li key={to}>
            <NavLink to={to} className={classes["page"] ?? ""} onClick={onFollow}>
              <Icon size={iconSize} strokeWidth={1.8} aria-hidden />
              {name}
            </NavLink>
          </li>
        ))}
      </ul>
    </>
  );
}

type RailProps = {
  /** Undefined on pages that belong to no project. */
  projectId: string | undefined;
  /** Called when a link is followed. */
  onFollow?: () => void;
};

/** The pages of a project, or those outside of projects, with the current one marked. */
export function Rail({ projectId, onFollow }: RailProps) {
  const groups = projectId === undefined ? elsewhere : projectPages({ projectId });
  return (
    <nav aria-label={projectId === undefined ? "Platen" : "Project"} className={classes["rail"]}>
      {groups.map((group) => (
        <Group key={group.label} {...group} onFollow={onFollow} />
      ))}
      {projectId === undefined ? (
        <a href="/docs" className={classes["page"]}>
          <Braces size={iconSize} strokeWidth={1.8} aria-hidden />
          API reference
        </a>
      ) : null}
    </nav>
  );
}
