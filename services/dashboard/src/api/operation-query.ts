import type { Operation, RequestOf, ResponseOutput } from "@platen/contracts";
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { transport } from "./transport.ts";

/** Query options for an operation. Its answer is cached under its id and request. */
export function operationQuery<T extends Operation>(operation: T, request: RequestOf<T>) {
  return queryOptions<ResponseOutput<T>>({
    queryKey: [operation.operationId, request],
    queryFn: ({ signal }) => transport.call(operation, request, { signal }),
  });
}

/** Query options for a list. The last page that was read stays until the next one is there. */
export function listQuery<T extends Operation>(operation: T, request: RequestOf<T>) {
  return { ...operationQuery(operation, request), placeholderData: keepPreviousData };
}

/**
 * A mutation that calls an operation. Afterwards, the answers of the operations in `changes` are read again, and the
 * mutation is pending until those on screen have arrived.
 */
export function useOperation<T extends Operation>(operation: T, changes: readonly Operation[] = []) {
  const queryClient = useQueryClient();
  return useMutation<ResponseOutput<T>, Error, RequestOf<T>>({
    mutationFn: (request) => transport.call(operation, request),
    onSuccess: async () => {
      await Promise.all(changes.map(({ operationId }) => queryClient.invalidateQueries({ queryKey: [operationId] })));
    },
  });
}
