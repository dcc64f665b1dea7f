import { createSpotlight, Spotlight } from "@mantine/spotlight";
import { useDebouncedValue } from "@mantine/hooks";
import { isId, operations } from "@platen/contracts";
import { useQuery } from "@tanstack/react-query";
import { BookOpen, Box, CircleUser, FileText, LayoutGrid, Search, Stamp } from "lucide-react";
import { useLayoutEffect, useState } from "react";
import { useNavigate, useParams } from "react-router";
import { listQuery, operationQuery } from "../api/operation-query.ts";
import { paths } from "../paths.ts";
import { projectPages } from "./project-pages.ts";
import classes from "./switcher.module.css";

const [store, { open }] = createSpotlight();

/** Selects the first result. Mantine does so when the text changes, before results that the server finds are there. */
function selectFirst(): void {
  const list = window.document.getElementById(store.getState().listId);
  const first = list?.querySelector("[data-action]");
  if (!first || list?.querySelector("[data-selected]")) return;
  first.setAttribute("data-selected", "true");
  store.setState({ ...store.getState(), selected: 0 });
}

/** Opens the switcher, like Ctrl or ⌘ with K. */
export const openSwitcher = open;

const iconSize = 17;

const everywhere = [
  { label: "All projects", icon: LayoutGrid, to: paths.projects() },
  { label: "Account and password", icon: CircleUser, to: paths.account() },
];

/** Finds templates and pages of this project, other projects and the account by a few letters, and a document by its id. */
export function Switcher() {
  const { projectId } = useParams();
  const navigate = useNavigate();
  const [text, setText] = useState("");
  const [search] = useDebouncedValue(text.trim(), 150);
  // The switcher may be opened before it is shown first.
  const [isOpen, setIsOpen] = useState(() => store.getState().opened);
  const { data } = useQuery({
    ...listQuery(operations.listMemberProjects, {
      query: { pageSize: 8, ...(search === "" ? {} : { search }) },
    }),
    enabled: isOpen,
  });
  const { data: found } = useQuery({
    ...listQuery(operations.listTemplates.member, {
      params: { projectId: projectId ?? "" },
      query: { pageSize: 8, search },
    }),
    enabled: isOpen && projectId !== undefined && search !== "",
  });
  const { data: document } = useQuery({
    ...operationQuery(operations.getDocument.member, {
      params: { projectId: projectId ?? "", documentId: search },
    }),
    enabled: isOpen && projectId !== undefined && isId("document", search),
  });
  useLayoutEffect(() => {
    if (text !== "") selectFirst();
  });
  const matches = ({ label }: { label: string }) => label.toLowerCase().includes(text.trim().toLowerCase());
  const pages =
    projectId === undefined ? [] : projectPages({ projectId }).flatMap((group) => group.pages.filter(matches));
  const templates = search === "" ? [] : (found?.templates ?? []);
  const others = data?.projects.filter((project) => project.projectId !== projectId) ?? [];
  const rest = everywhere.filter(matches);
  const isReferenceShown = matches({ label: "API reference" });
  const go = (to: string) => () => void navigate(to);

  return (
    <Spotlight.Root
      store={store}
      query={text}
      onQueryChange={setText}
      onSpotlightOpen={() => setIsOpen(true)}
      onSpotlightClose={() => setIsOpen(false)}
      shortcut="mod + K"
      tagsToIgnore={[]}
      radius="lg"
      yOffset="12vh"
      overlayProps={{ backgroundOpacity: 0.35, blur: 1 }}
      title="Go to"
      classNames={{
        // The title is for screen readers only.
        header: "unseen",
        content: classes["content"] ?? "",
        search: classes["search"] ?? "",
      }}
      scrollable
      maxHeight={440}
    >
      <Spotlight.Search
        placeholder="Go to a template, page, project or document id"
        aria-label="Go to a template, page, project or document id"
        leftSection={<Search size={iconSize} aria-hidden />}
      />
      <Spotlight.ActionsList>
        {pages.length > 0 ? (
          <Spotlight.ActionsGroup label="This project">
            {pages.map(({ label, icon: Icon, to }) => (
              <Spotlight.Action
                key={to}
                label={label}
                leftSection={<Icon size={iconSize} aria-hidden />}
                onClick={go(to)}
              />
            ))}
          </Spotlight.ActionsGroup>
        ) : null}
        {projectId !== undefined && templates.length > 0 ? (
          <Spotlight.ActionsGroup label="Templates">
            {templates.map(({ templateId, name }) => (
              <Spotlight.Action
                key={templateId}
                label={name}
                leftSection={<Stamp size={iconSize} aria-hidden />}
                onClick={go(paths.template({ projectId, templateId }))}
              />
            ))}
          </Spotlight.ActionsGroup>
        ) : null}
        {projectId !== undefined && document?.documentId === search ? (
          <Spotlight.ActionsGroup label="Documents">
            <Spotlight.Action
              label={document.filename ?? document.documentId}
              description={document.filename === null ? "" : document.documentId}
              leftSection={<FileText size={iconSize} aria-hidden />}
              onClick={go(paths.document({ projectId, documentId: document.documentId }))}
            />
          </Spotlight.ActionsGroup>
        ) : null}
        {others.length > 0 ? (
          <Spotlight.ActionsGroup label={projectId === undefined ? "Projects" : "Other projects"}>
            {others.map((project) => (
              <Spotlight.Action
                key={project.projectId}
                label={project.name}
                leftSection={<Box size={iconSize} aria-hidden />}
                onClick={go(paths.project(project))}
              />
            ))}
          </Spotlight.ActionsGroup>
        ) : null}
        {rest.length > 0 || isReferenceShown ? (
          <Spotlight.ActionsGroup label="Elsewhere">
            {rest.map(({ label, icon: Icon, to }) => (
              <Spotlight.Action
                key={to}
                label={label}
                leftSection={<Icon size={iconSize} aria-hidden />}
                onClick={go(to)}
              />
            ))}
            {isReferenceShown ? (
              <Spotlight.Action
                label="API reference"
                leftSection={<BookOpen size={iconSize} aria-hidden />}
                onClick={() => window.location.assign("/docs")}
              />
            ) : null}
          </Spotlight.ActionsGroup>
        ) : null}
        {pages.length + templates.length + others.length + rest.length === 0 && !document && !isReferenceShown ? (
          <Spotlight.Empty>No results.</Spotlight.Empty>
        ) : null}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );
}
