export const defaultPrefix = "platen:";

/** Every name this package uses in Redis; all start with the prefix. */
export function redisKeys(prefix: string) {
  return {
    /** Prefix of the queue's own keys. */
    queue: `${prefix}queue`,
    /** Where a finished document's reply waits until it is collected or expires. */
    reply: (documentId: string) => `${prefix}result:${documentId}`,
    /** Channel on which one gateway is told of replies. */
    replyChannel: (gatewayId: string) => `${prefix}replies:${gatewayId}`,
    /** Channel on which workers are told that nobody waits for a document any more. */
    withdrawals: `${prefix}withdrawals`,
  };
}
