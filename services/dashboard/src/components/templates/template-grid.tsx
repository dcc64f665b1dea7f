import { Anchor } from "@mantine/core";
import { Link } from "react-router";
import { paths } from "../../paths.ts";
import { RowMenu, type RowActions } from "../../ui/row-menu.tsx";
import { useProject } from "../project-context.ts";
import { TemplateThumbnail } from "../template-thumbnail.tsx";
import { LiveCell, type ListedTemplate } from "./live-cell.tsx";
import classes from "./template-grid.module.css";

type TemplateGridProps = {
  templates: readonly ListedTemplate[];
  actionsOf: (template: ListedTemplate) => RowActions;
};

/** Templates by the pictures of their first pages. */
export function TemplateGrid({ templates, actionsOf }: TemplateGridProps) {
  const { projectId } = useProject();
  return (
    <ul className={classes["grid"]} aria-label="Templates">
      {templates.map((template) => {
        const { templateId, name, updatedAt } = template;
        return (
          <li key={templateId} className={classes["card"]}>
            <div className={classes["picture"]}>
              <TemplateThumbnail projectId={projectId} templateId={templateId} updatedAt={updatedAt} />
            </div>
            <div className={classes["head"]}>
              <Anchor
                component={Link}
                to={paths.template({ projectId, templateId })}
                className={classes["name"] ?? ""}
                c="var(--ink)"
                title={name}
              >
                {name}
              </Anchor>
              <div className={classes["menu"]}>
                <RowMenu name={name} actions={actionsOf(template)} />
              </div>
            </div>
            <div className={classes["live"]}>
              <LiveCell template={template} />
            </div>
          </li>
        );
      })}
    </ul>
  );
}
