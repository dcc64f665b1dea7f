import {
  FileText,
  Image,
  KeyRound,
  Languages,
  Layers,
  Palette,
  Puzzle,
  Settings,
  Stamp,
  Users,
  type LucideIcon,
} from "lucide-react";
import { paths, type ProjectKey } from "../paths.ts";

export type LinkedPage = { label: string; icon: LucideIcon; to: string };
export type PageGroup = { label: string; pages: readonly LinkedPage[] };

/** The pages of a project: what documents are made from, the documents, and the project itself. */
export function projectPages(key: ProjectKey): readonly PageGroup[] {
  return [
    {
      label: "Build",
      pages: [
        { label: "Templates", icon: Stamp, to: paths.templates(key) },
        { label: "Snippets", icon: Puzzle, to: paths.snippets(key) },
        { label: "Assets", icon: Image, to: paths.assets(key) },
        { label: "Brand", icon: Palette, to: paths.brand(key) },
        { label: "Translations", icon: Languages, to: paths.translations(key) },
      ],
    },
    {
      label: "Run",
      pages: [
        { label: "Documents", icon: FileText, to: paths.documents(key) },
        { label: "Batches", icon: Layers, to: paths.batches(key) },
      ],
    },
    {
      label: "Project",
      pages: [
        { label: "API keys", icon: KeyRound, to: paths.apiKeys(key) },
        { label: "Members", icon: Users, to: paths.members(key) },
        { label: "Settings", icon: Settings, to: paths.settings(key) },
      ],
    },
  ];
}
