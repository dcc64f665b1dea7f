import { RowMenu, type RowActions } from "../../ui/row-menu.tsx";
import { LiveCell, type ListedTemplate } from "./live-cell.tsx";
import { TemplateLink, TemplatePicture } from "./template-link.tsx";
import classes from "./template-grid.module.css";

type TemplateGridProps = {
  templates: readonly ListedTemplate[];
  actionsOf: (template: ListedTemplate) => RowActions;
};

/** Templates by the pictures of their first pages. */
export function TemplateGrid({ templates, actionsOf }: TemplateGridProps) {
  return (
    <ul className={classes["grid"]} aria-label="Templates">
      {templates.map((template) => (
        <li key={template.templateId} className={classes["card"]}>
          <TemplatePicture template={template} className={classes["picture"]} />
          <div className={classes["head"]}>
            <TemplateLink template={template} className={classes["name"]} />
            <div className={classes["menu"]}>
              <RowMenu name={template.name} actions={actionsOf(template)} />
            </div>
          </div>
          <div className={classes["live"]}>
            <LiveCell template={template} />
          </div>
        </li>
      ))}
    </ul>
  );
}
