import { NavLink } from "react-router";
import { paths } from "../paths.ts";
import { Help } from "../ui/help.tsx";
import { PageHead } from "../ui/page-head.tsx";
import classes from "./documents-head.module.css";
import { useProject } from "./project-context.ts";

/** The heading of the two lists of requests, with links to both. */
export function DocumentsHead({ title, help }: { title: string; help: string }) {
  const { projectId, name } = useProject();
  return (
    <PageHead title={title} documentTitle={`${title} · ${name}`} help={<Help about={title}>{help}</Help>}>
      <nav aria-label="Requests" className={classes["lists"]}>
        <NavLink to={paths.documents({ projectId })} end>
          Documents
        </NavLink>
        <NavLink to={paths.refusedRequests({ projectId })}>Refused</NavLink>
      </nav>
    </PageHead>
  );
}
