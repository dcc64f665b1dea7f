import type { Send } from "@platen/client";

/** With two catalogs and connections that lead to either, the other one is hardly ever missed. */
const maxTries = 3;

/**
 * Creates the sender of calls that a job's grant opens. The worker has checked the grant, so a catalog that refuses it may
 * have another time than the rest: the call is made again on new connections, which may lead to another catalog. `onRefused` runs
 * when each of them refused.
 */
export function createSendByGrant(send: Send, onRefused: () => void): Send {
  return async (request) => {
    let answer = await send(request);
    for (let tries = 1; answer.status === 401 && tries < maxTries; tries += 1)
      answer = await send({ ...request, isOnNewConnection: true });
    if (answer.status === 401) onRefused();
    return answer;
  };
}
