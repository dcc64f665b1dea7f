import { operations } from "@platen/contracts";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { Link } from "react-router";
import { operationQuery } from "../api/operation-query.ts";
import { useProject } from "../components/project-context.ts";
import { changedParts } from "../components/source-diff/changed-parts.ts";
import { paths } from "../paths.ts";
import { useEditor } from "./editor-context.ts";
import classes from "./editor-bar.module.css";

/** The version that documents are generated from, and whether the draft differs from it. */
export function LiveState() {
  const { projectId } = useProject();
  const { template, source } = useEditor();
  const { templateId, version } = template;
  const { data: live } = useQuery({
    ...operationQuery(operations.getVersion, { params: { projectId, templateId, version: String(version) } }),
    enabled: version !== null,
    staleTime: Infinity,
  });
  const changes = useMemo(() => (live ? changedParts(live, source).map(({ label }) => label) : []), [live, source]);
  if (version === null) return <span className={classes["live"]}>Not published</span>;
  return (
    <span className={classes["live"]}>
      <Link to={paths.version({ projectId, templateId, version })}>Live v{version}</Link>
      {changes.length > 0 ? <span title={`Changed: ${changes.join(", ")}`}> · draft differs</span> : null}
    </span>
  );
}
