import { formatCount } from "../ui/format.ts";
import type { Project } from "./project-context.ts";

type Settings = Pick<Project, "contentDefaultDays" | "contentMaxDays" | "contentLimitDays">;

/** For how many days a project's PDFs are kept, by default and at most, within the limit of the installation. */
export function keptDays({ contentDefaultDays, contentMaxDays, contentLimitDays }: Settings) {
  const most = Math.min(contentMaxDays ?? contentLimitDays, contentLimitDays);
  return { byDefault: Math.min(contentDefaultDays, most), most };
}

/** The days as a choice: the default, which has no value, and those that the project allows. */
export function keptChoices(settings: Settings): { value: string; label: string }[] {
  const { byDefault, most } = keptDays(settings);
  const others = [...new Set([1, 7, 30, 90, 365, most])].filter((days) => days <= most && days !== byDefault);
  return [
    { value: "", label: formatCount(byDefault, "day") },
    ...others
      .toSorted((left, right) => left - right)
      .map((days) => ({ value: String(days * 86_400), label: days === 365 ? "1 year" : formatCount(days, "day") })),
  ];
}
