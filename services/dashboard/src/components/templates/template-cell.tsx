import { Anchor, Badge } from "@mantine/core";
import { Link } from "react-router";
import { paths } from "../../paths.ts";
import { useProject } from "../project-context.ts";
import { TemplateThumbnail } from "../template-thumbnail.tsx";
import classes from "./template-cell.module.css";
import type { Template } from "./use-new-template.ts";

/** A template in the list: a thumbnail, the name, the tags and the description. */
export function TemplateCell({ template, onTag }: { template: Template; onTag: (tag: string) => void }) {
  const { projectId } = useProject();
  const { templateId, name, description, tags, updatedAt } = template;
  return (
    <div className={classes["cell"]}>
      <div className={classes["picture"]}>
        <TemplateThumbnail projectId={projectId} templateId={templateId} updatedAt={updatedAt} />
      </div>
      <div className={classes["words"]}>
        <div className={classes["line"]}>
          <Anchor
            component={Link}
            to={paths.template({ projectId, templateId })}
            style={{ overflow: "hidden", textOverflow: "ellipsis", whiteSpace: "nowrap" }}
            c="var(--ink)"
            fw={500}
            title={name}
          >
            {name}
          </Anchor>
          {tags.length > 0 ? (
            <span className={classes["tags"]}>
              {tags.map((tag) => (
                <Badge
                  key={tag}
                  component="button"
                  variant="default"
                  className={classes["tag"] ?? ""}
                  aria-label={`Show only templates tagged ${tag}`}
                  onClick={() => onTag(tag)}
                >
                  {tag}
                </Badge>
              ))}
            </span>
          ) : null}
        </div>
        {description === "" ? null : (
          <div className={classes["description"]} title={description}>
            {description}
          </div>
        )}
      </div>
    </div>
  );
}
