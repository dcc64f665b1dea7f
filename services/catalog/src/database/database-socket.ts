import { Socket, type LookupFunction } from "node:net";
import { sharedLookup } from "@platen/client/lookup";

/** A socket that looks names up together with all others. */
class NamedSocket extends Socket {
  override connect(...given: unknown[]): this {
    const [port, host] = given;
    const lookup: LookupFunction = sharedLookup;
    if (typeof port === "number" && typeof host === "string") return super.connect({ port, host, lookup });
    // `as`: its other forms stay as they are; a path is the one of them that `pg` uses.
    return super.connect(port as string);
  }
}

/**
 * Creates the socket of a connection to PostgreSQL. While a name server takes longer than a connection may, an attempt after
 * the first takes the answer to its look-up. The socket ends when nothing arrives for the given time.
 */
export function createDatabaseSocket(silenceTimeoutMs?: number): Socket {
  const socket = new NamedSocket();
  if (silenceTimeoutMs !== undefined)
    socket.setTimeout(silenceTimeoutMs, () => {
      socket.destroy(new Error("Connection terminated: the database was silent for too long"));
    });
  return socket;
}
