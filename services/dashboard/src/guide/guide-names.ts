/** The documents of `docs/` that are pages of the guide, in their order. */
export const guideNames = [
  "design",
  "templates",
  "formats",
  "calculated-fields",
  "snippets",
  "assets",
  "import",
  "inline-html",
  "push",
  "webhooks",
  "errors",
] as const;

export type GuideName = (typeof guideNames)[number];

export const guideTitles: Readonly<Record<GuideName, string>> = {
  design: "Design, task by task",
  templates: "Writing templates",
  formats: "Formats",
  "calculated-fields": "Calculated fields",
  snippets: "Snippets and layouts",
  assets: "Assets",
  import: "Import and export",
  "inline-html": "HTML of your own",
  push: "Push templates with an API key",
  webhooks: "Webhooks",
  errors: "Errors",
};

/** The pages by what their readers know. */
export const guideGroups: readonly { title: string; names: readonly GuideName[] }[] = [
  { title: "Without HTML", names: ["design"] },
  {
    title: "For authors who know HTML",
    names: ["templates", "formats", "calculated-fields", "snippets", "assets", "import"],
  },
  { title: "For programmers", names: ["inline-html", "push", "webhooks", "errors"] },
];
