import { Braces, CodeXml, FileText, Languages, PencilRuler, type LucideIcon } from "lucide-react";
import { lazy, type ComponentType } from "react";

export type ViewId = "design" | "code" | "data" | "texts" | "preview";

export type ViewProps = {
  /** Closes the view; undefined if it is the only one. */
  onClose?: (() => void) | undefined;
};

/** A view of the template. It loads when it is first shown, fills its pane and scrolls inside it. */
export type View = { id: ViewId; label: string; icon: LucideIcon; Component: ComponentType<ViewProps> };

/** In their order from left to right, which is also that of the shortcuts Alt+1 to Alt+5. */
export const views: readonly View[] = [
  {
    id: "design",
    label: "Design",
    icon: PencilRuler,
    Component: lazy(async () => ({ default: (await import("../design/design-view.tsx")).DesignView })),
  },
  {
    id: "code",
    label: "Code",
    icon: CodeXml,
    Component: lazy(async () => ({ default: (await import("../code/code-view.tsx")).CodeView })),
  },
  {
    id: "data",
    label: "Data",
    icon: Braces,
    Component: lazy(async () => ({ default: (await import("../data/data-view.tsx")).DataView })),
  },
  {
    id: "texts",
    label: "Texts",
    icon: Languages,
    Component: lazy(async () => ({ default: (await import("../texts/texts-view.tsx")).TextsView })),
  },
  {
    id: "preview",
    label: "Preview",
    icon: FileText,
    Component: lazy(async () => ({ default: (await import("../preview/preview-view.tsx")).PreviewView })),
  },
];
