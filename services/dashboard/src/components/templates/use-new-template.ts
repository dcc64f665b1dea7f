import { operations, type RequestOf, type ResponseOutput } from "@platen/contracts";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { operationQuery, useOperation } from "../../api/operation-query.ts";
import { transport } from "../../api/transport.ts";
import { paths } from "../../paths.ts";
import { useProject } from "../project-context.ts";
import { freeName } from "./free-name.ts";

export type Template = ResponseOutput<typeof operations.getProjectTemplate>;
type NewTemplate = RequestOf<typeof operations.createTemplate>["body"];

/** The ways to a new template, each of which ends in its editor. */
export function useNewTemplate() {
  const { projectId } = useProject();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const { mutateAsync } = useOperation(operations.createTemplate, [operations.listProjectTemplates]);
  const create = (body: NewTemplate) => mutateAsync({ params: { projectId }, body });

  /** The name itself, or the next one like it that no template of the project has. */
  async function findFreeName(name: string): Promise<string> {
    // More than a page of templates of nearly the same name would be strange; creating one tells if it is taken.
    const { templates } = await transport.call(operations.listProjectTemplates, {
      params: { projectId },
      query: { search: name.slice(0, 90), pageSize: 100 },
    });
    return freeName(
      name,
      templates.map((template) => template.name),
    );
  }

  /** Makes another template with the same source, tags and description. */
  async function duplicate({ templateId, name, description, tags }: Template): Promise<Template> {
    const params = { projectId, templateId };
    const { html, css, settings, dataSets } = await queryClient.fetchQuery({
      ...operationQuery(operations.getDraft, { params }),
      staleTime: 0,
    });
    const copyName = await findFreeName(`Copy of ${name}`);
    return (await create({ name: copyName, description, tags, html, css, settings, dataSets })).template;
  }

  const openEditor = ({ templateId }: Template) => void navigate(paths.template({ projectId, templateId }));

  return { create, findFreeName, duplicate, openEditor };
}
