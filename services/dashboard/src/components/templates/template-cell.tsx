import { Anchor, UnstyledButton } from "@mantine/core";
import { Link } from "react-router";
import { paths } from "../../paths.ts";
import { useProject } from "../project-context.ts";
import { TemplateThumbnail } from "../template-thumbnail.tsx";
import classes from "./template-cell.module.css";
import type { Template } from "./use-new-template.ts";

/** A template in the list: a thumbnail, the name, the description and the tags, in one line. */
export function TemplateCell({ template, onTag }: { template: Template; onTag: (tag: string) => void }) {
  const { projectId } = useProject();
  const { templateId, name, description, tags, updatedAt } = template;
  return (
    <div className={classes["cell"]}>
      <div className={classes["picture"]}>
        <TemplateThumbnail projectId={projectId} templateId={templateId} updatedAt={updatedAt} />
      </div>
      <Anchor
        component={Link}
        to={paths.template({ projectId, templateId })}
        className={classes["name"] ?? ""}
        c="var(--ink)"
        title={name}
      >
        {name}
      </Anchor>
      {description === "" ? null : (
        <span className={classes["description"]} title={description}>
          {description}
        </span>
      )}
      {tags.length > 0 ? (
        <span className={classes["tags"]}>
          {tags.map((tag) => (
            <UnstyledButton
              key={tag}
              className={classes["tag"] ?? ""}
              aria-label={`Show only templates tagged ${tag}`}
              onClick={() => onTag(tag)}
            >
              {tag}
            </UnstyledButton>
          ))}
        </span>
      ) : null}
    </div>
  );
}
