import { EntitySchema } from "typeorm";

export type ProjectRow = {
  projectId: string;
  name: string;
  /** Whether the project's keys may send HTML in place of a template. */
  allowsInlineHtml: boolean;
  /** For how many days a PDF is kept whose request does not say it. */
  contentDefaultDays: number;
  /** The most days that a request may say; null for the maximum of the installation. */
  contentMaxDays: number | null;
  /** The account that created it; null once that account is removed. */
  ownerAccountId: string | null;
  /** The language of texts of translations that lack others. */
  defaultLocale: string;
  createdAt: Date;
  updatedAt: Date;
};

export const projects = new EntitySchema<ProjectRow>({
  name: "project",
  tableName: "projects",
  columns: {
    projectId: { name: "project_id", type: "text", primary: true },
    name: { name: "name", type: "text" },
    allowsInlineHtml: { name: "allows_inline_html", type: "boolean", default: false },
    contentDefaultDays: { name: "content_default_days", type: "smallint", default: 7 },
    contentMaxDays: { name: "content_max_days", type: "smallint", nullable: true },
    ownerAccountId: { name: "owner_account_id", type: "text", nullable: true },
    defaultLocale: { name: "default_locale", type: "text", default: "en" },
    createdAt: { name: "created_at", type: "timestamptz", precision: 3, createDate: true },
    updatedAt: { name: "updated_at", type: "timestamptz", precision: 3, default: () => "now()" },
  },
});
