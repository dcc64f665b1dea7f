const underWay = new Map<string, number>();
const endedSince = new Set<string>();
/** Bounds a line of the log. */
const maxListed = 20;

/** Notes that a request of an operation is under way; returns the function that notes its end. */
export function noteUnderWay(operationId: string): () => void {
  underWay.set(operationId, (underWay.get(operationId) ?? 0) + 1);
  return () => {
    const left = (underWay.get(operationId) ?? 1) - 1;
    if (left > 0) underWay.set(operationId, left);
    else underWay.delete(operationId);
    endedSince.add(operationId);
  };
}

/** The operations of which this process has served a request since it was last asked, or serves one now. */
export function takeOperations(): string[] {
  const operations = [...new Set([...underWay.keys(), ...endedSince])].slice(0, maxListed);
  endedSince.clear();
  return operations;
}
