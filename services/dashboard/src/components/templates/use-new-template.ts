import { operations, type RequestOf, type ResponseOutput } from "@platen/contracts";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { operationQuery, useOperation } from "../../api/operation-query.ts";
import { transport } from "../../api/transport.ts";
import { paths } from "../../paths.ts";
import { useProject } from "../project-context.ts";
import { freeName } from "./free-name.ts";

export type Template = ResponseOutput<typeof operations.getTemplate.member>;
export type NewTemplate = RequestOf<typeof operations.createTemplate.member>["body"];

/** Functions to create a template and open it in the editor. */
export function useNewTemplate() {
  const { projectId } = useProject();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  // A sample and an import bring assets and snippets.
  const library = [operations.listAssets.member, operations.listSnippets.member];
  const { mutateAsync } = useOperation(operations.createTemplate.member, [operations.listTemplates.member, ...library]);
  const create = (body: NewTemplate) => mutateAsync({ params: { projectId }, body });

  /** Reads the assets and snippets of the project again. */
  const refreshLibrary = () =>
    Promise.all(library.map(({ operationId }) => queryClient.invalidateQueries({ queryKey: [operationId] })));

  /** Creates an empty template with the styles of the project's brand. */
  async function createBlank(name: string) {
    const { blankTemplate } = await import("./blank-template.ts");
    return create({ name, ...blankTemplate() });
  }

  /** Finds a name that no template of the project has, with a number if necessary. */
  async function findFreeName(name: string): Promise<string> {
    // One page is enough in practice. If the name is taken after all, creating the template fails.
    const { templates } = await transport.call(operations.listTemplates.member, {
      params: { projectId },
      query: { search: name.slice(0, 90), pageSize: 100 },
    });
    return freeName(
      name,
      templates.map((template) => template.name),
    );
  }

  /** Creates another template with the same source, tags and description. */
  async function duplicate({ templateId, name, description, tags }: Template): Promise<Template> {
    const params = { projectId, templateId };
    const { html, css, settings, dataSets, translations } = await queryClient.fetchQuery({
      ...operationQuery(operations.getDraft.member, { params }),
      staleTime: 0,
    });
    const copyName = await findFreeName(`Copy of ${name}`);
    return (await create({ name: copyName, description, tags, html, css, settings, dataSets, translations })).template;
  }

  const openEditor = ({ templateId }: Template) => void navigate(paths.template({ projectId, templateId }));

  return { create, createBlank, refreshLibrary, findFreeName, duplicate, openEditor };
}
