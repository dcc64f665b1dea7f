import { Menu } from "@mantine/core";
import { operations } from "@platen/contracts";
import { useQuery } from "@tanstack/react-query";
import { FileText } from "lucide-react";
import { Link } from "react-router";
import { operationQuery } from "../../api/operation-query.ts";
import { countsInWords, durationInWords } from "../../components/usage/usage-words.ts";
import { paths, type TemplateKey } from "../../paths.ts";

/** Leads to the documents of the template, and tells what became of those of the last 24 hours. */
export function DocumentsItem({ templateKey }: { templateKey: TemplateKey }) {
  const { projectId, templateId } = templateKey;
  const { data } = useQuery(
    operationQuery(operations.getDocumentUsage.member, { params: { projectId }, query: { templateId } }),
  );
  const facts = data && [`In 24 hours ${countsInWords(data.total)}`, durationInWords(data.total.p95Ms)];
  return (
    <Menu.Item
      component={Link}
      to={paths.documentsOfTemplate(templateKey)}
      leftSection={<FileText size={15} aria-hidden />}
    >
      Documents
      {/* The height stays while the figures load. */}
      <span style={{ display: "block", minHeight: "1.5em", color: "var(--soft)", fontSize: "0.8125rem" }}>
        {facts?.filter((fact) => fact !== undefined).join(", ")}
      </span>
    </Menu.Item>
  );
}
