import { NativeSelect, TextInput } from "@mantine/core";
import { operations, type ResponseOutput } from "@platen/contracts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { listQuery } from "../../api/operation-query.ts";
import { problemMessage } from "../../api/problem-message.ts";
import { useProject } from "../../components/project-context.ts";
import classes from "./template-choice.module.css";

type ListedTemplate = ResponseOutput<typeof operations.listTemplates.member>["templates"][number];
/** A template with its current version. */
export type PublishedTemplate = Pick<ListedTemplate, "templateId" | "name"> & { version: number };

const maxListed = 100;

function isPublished(template: ListedTemplate): template is ListedTemplate & PublishedTemplate {
  return template.version !== null;
}

type TemplateChoiceProps = { chosen: PublishedTemplate | undefined; onChoose: (template: PublishedTemplate) => void };

/** The choice of a published template. A project with many templates has a field to search for one. */
export function TemplateChoice({ chosen, onChoose }: TemplateChoiceProps) {
  const { projectId } = useProject();
  const [search, setSearch] = useState("");
  const query = {
    pageSize: maxListed,
    sort: "name:asc" as const,
    ...(search.trim() === "" ? {} : { search: search.trim() }),
  };
  const { data, error } = useQuery(listQuery(operations.listTemplates.member, { params: { projectId }, query }));
  const published: readonly PublishedTemplate[] = data?.templates.filter(isPublished) ?? [];
  const isListed = published.some(({ templateId }) => templateId === chosen?.templateId);
  const options = chosen && !isListed ? [chosen, ...published] : published;
  const hasMore = search !== "" || (data?.pagination.total ?? 0) > maxListed;
  return (
    <div className={classes["choice"]}>
      <NativeSelect
        label="Template"
        description="Published templates. The batch keeps the version that is live now."
        error={error ? problemMessage(error) : undefined}
        data={[
          { value: "", label: data && options.length === 0 ? "No published template" : "Choose a template" },
          ...options.map(({ templateId, name, version }) => ({
            value: templateId,
            label: `${name}, version ${version}`,
          })),
        ]}
        value={chosen?.templateId ?? ""}
        onChange={({ currentTarget }) => {
          const template = options.find(({ templateId }) => templateId === currentTarget.value);
          if (template) onChoose(template);
        }}
      />
      {hasMore ? (
        <TextInput
          label="Search for a template"
          value={search}
          maxLength={200}
          onChange={({ currentTarget }) => setSearch(currentTarget.value)}
        />
      ) : null}
    </div>
  );
}
