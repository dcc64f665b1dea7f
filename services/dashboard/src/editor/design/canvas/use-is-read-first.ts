import { operations } from "@platen/contracts";
import { useIsFetching, type Query } from "@tanstack/react-query";

/** The answers that change what the whole canvas shows. Files are not among them: a text does not wait for a picture. */
const shownOperations = [
  operations.getBrand,
  operations.getTranslations.member,
  operations.listAssets.member,
  operations.listSnippets.member,
];
const shown = new Set<unknown>(shownOperations.map(({ operationId }) => operationId));

function isReadFirst({ queryKey: [name], state }: Query): boolean {
  return shown.has(name) && state.status === "pending" && state.fetchFailureCount === 0;
}

/** Whether answers that the canvas shows are read for the first time. A request that is repeated after a failure does not count. */
export function useIsReadFirst(): boolean {
  return useIsFetching({ predicate: isReadFirst }) > 0;
}
