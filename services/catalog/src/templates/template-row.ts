import { EntitySchema } from "typeorm";

export type TemplateRow = {
  templateId: string;
  projectId: string;
  name: string;
  description: string;
  tags: string[];
  /** Number of the current version; null before the first publication. */
  currentVersion: number | null;
  createdAt: Date;
  updatedAt: Date;
};

export const templates = new EntitySchema<TemplateRow>({
  name: "template",
  tableName: "templates",
  columns: {
    templateId: { name: "template_id", type: "text", primary: true },
    projectId: { name: "project_id", type: "text" },
    name: { name: "name", type: "text" },
    description: { name: "description", type: "text" },
    tags: { name: "tags", type: "text", array: true },
    currentVersion: { name: "current_version", type: "integer", nullable: true },
    createdAt: { name: "created_at", type: "timestamptz", precision: 3, createDate: true },
    updatedAt: { name: "updated_at", type: "timestamptz", precision: 3, default: () => "now()" },
  },
});
