import type { Operation, RequestOf, ResponseOutput } from "@platen/contracts";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { transport } from "./transport.ts";

/** Options to read an operation with: its answer is cached under its id and request. */
export function operationQuery<T extends Operation>(operation: T, request: RequestOf<T>) {
  return queryOptions<ResponseOutput<T>>({
    queryKey: [operation.operationId, request],
    queryFn: ({ signal }) => transport.call(operation, request, { signal }),
  });
}

/**
 * A call of an operation that changes something. Answers of the operations in `changes` are read again afterwards;
 * the call is pending until those on screen are there.
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
