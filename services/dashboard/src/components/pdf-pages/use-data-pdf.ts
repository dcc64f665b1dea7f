import { useDebouncedValue } from "@mantine/hooks";
import { operations, readWarningsHeader, type RequestOf } from "@platen/contracts";
import { parseExactJson } from "@platen/contracts/exact-json";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { transport } from "../../api/transport.ts";
import { useProject } from "../project-context.ts";

/** A person changes several values in a row, and each PDF takes a worker's time. */
const pauseMs = 600;

type PdfOfData = {
  template: { templateId: string; version: number };
  /** The data, as the text of a JSON object. */
  json: string;
  region?: { locale?: string; timeZone?: string };
};

/** The PDF of a version with data, and its warnings. It follows changes of the data after a pause. */
export function useDataPdf({ template: { templateId, version }, json, region = {} }: PdfOfData) {
  const { projectId } = useProject();
  const [shown] = useDebouncedValue(json, pauseMs);
  const params = { projectId, templateId };
  const made = useQuery({
    queryKey: ["PDF of data", params, version, region, shown],
    queryFn: async ({ signal }) => {
      // `as`: the data of a document are an object.
      const data = parseExactJson(shown) as Record<string, unknown>;
      const body: RequestOf<typeof operations.previewTemplate>["body"] = { version, data, ...region };
      const { bytes, header } = await transport.bytes(operations.previewTemplate, { params, body }, { signal });
      return { bytes, warnings: readWarningsHeader(header("platen-warnings")) };
    },
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });
  return { ...made, isBehind: shown !== json || made.isFetching };
}
