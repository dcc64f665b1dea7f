// One chunk.
export { ProjectLayout } from "../components/project-layout.tsx";
export { Shell } from "../components/shell.tsx";
export { ProjectsPage } from "./projects-page.tsx";
export { TemplatesPage } from "./templates-page.tsx";
