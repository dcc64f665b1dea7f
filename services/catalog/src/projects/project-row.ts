import { boolean, instant, nullable, smallint, text, table, type RowOf } from "../database/table.ts";

export const projects = table("projects", {
  projectId: text({ primary: true }),
  name: text(),
  /** Whether the project's keys may send HTML in place of a template. */
  allowsInlineHtml: boolean({ default: false }),
  /** For how many days a PDF is kept whose request does not say it. */
  contentDefaultDays: smallint({ default: 7 }),
  /** The most days that a request may say; null for the maximum of the installation. */
  contentMaxDays: nullable(smallint()),
  /** The account that created it; null once that account is removed. */
  ownerAccountId: nullable(text()),
  /** The language of texts of translations that lack others. */
  defaultLocale: text({ default: "en" }),
  createdAt: instant({ createDate: true }),
  updatedAt: instant({ default: () => "now()" }),
});

export type ProjectRow = RowOf<typeof projects>;
