import { Anchor } from "@mantine/core";
import type { operations, ResponseOutput } from "@platen/contracts";
import { Link } from "react-router";
import { paths } from "../../paths.ts";
import { formatCount } from "../../ui/format.ts";
import { useProject } from "../project-context.ts";
import classes from "./live-cell.module.css";

export type ListedTemplate = ResponseOutput<typeof operations.listTemplates.member>["templates"][number];

/** The version that documents are made from, and in how many parts the draft differs from it. */
export function LiveCell({ template }: { template: ListedTemplate }) {
  const { projectId } = useProject();
  const { templateId, version, draftChanges = null } = template;
  if (version === null) return <span className={classes["none"]}>Not published</span>;
  return (
    <span className={classes["live"]}>
      Version {version}
      {draftChanges === null || draftChanges === 0 ? null : (
        <Anchor
          component={Link}
          to={paths.compare({ projectId, templateId, from: version, to: "draft" })}
          className={classes["changes"] ?? ""}
          title="The draft differs from what documents are made from"
          inherit
        >
          {formatCount(draftChanges, "change")}
        </Anchor>
      )}
    </span>
  );
}
