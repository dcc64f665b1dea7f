import type { EventEmitter } from "node:events";
import { readPostgresUrl, type PostgresServers, type ServerAddress } from "@platen/config";
import { Client, DatabaseError, type ClientConfig } from "pg";
import { createDatabaseSocket } from "./database-socket.ts";

/** As PostgreSQL says it itself when it refuses a write. */
const readOnly = "25006";
/** The search asks all servers at once. This is less than the pool waits for a connection. */
const searchTimeoutMs = 2_500;

/** As the pool calls it; the types have one function for each outcome. */
type ConnectCallback = (error: unknown, client: Client) => void;

export type ConnectionSettings = {
  config: ClientConfig;
  /** The client for these servers: one that finds the primary among several. */
  Client: typeof Client;
};

/** Tells how to connect to the servers that a URL names. */
export function connectionSettings(url: string): ConnectionSettings {
  const servers = readPostgresUrl(url);
  const [{ host, port }] = servers.addresses;
  const { username, password, database, tls } = servers;
  const config: ClientConfig = {
    host,
    port,
    ...(username !== undefined && { user: username }),
    ...(password !== undefined && { password }),
    ...(database !== undefined && { database }),
    ...(tls !== undefined && { ssl: tls }),
    stream: () => createDatabaseSocket(),
  };
  return { config, Client: servers.mustTakeWrites ? primaryClient(servers, config) : Client };
}

/** Connects without the pool. */
export async function connectOnce(settings: ConnectionSettings, timeoutMs: number): Promise<Client> {
  const { config } = settings;
  const client = new settings.Client({ ...config, connectionTimeoutMillis: timeoutMs, query_timeout: timeoutMs });
  client.on("error", () => {
    // A broken connection already fails the statement that uses it.
  });
  try {
    await client.connect();
    return client;
  } catch (error) {
    end(client);
    throw error;
  }
}

/** Does not wait: a server that never answers the end would delay the result. */
export function end(client: Client): void {
  client.end().catch(() => undefined);
}

async function takesWrites(address: ServerAddress, config: ClientConfig): Promise<ServerAddress> {
  const client = await connectOnce({ config: { ...config, ...address }, Client }, searchTimeoutMs);
  try {
    const { rows } = await client.query<{ value: string }>("SELECT current_setting('transaction_read_only') AS value");
    if (rows[0]?.value === "off") return address;
    throw refusal(`The server at ${address.host}:${address.port} takes no writes`);
  } finally {
    end(client);
  }
}

function refusal(message: string): DatabaseError {
  return Object.assign(new DatabaseError(message, message.length, "error"), { code: readOnly });
}

/** A standby that answers says more than a server that does not. */
function mostTelling(errors: readonly unknown[]): unknown {
  return errors.find((error) => error instanceof DatabaseError) ?? errors[0];
}

/**
 * Creates the class of clients that connect to the server that takes writes. All its clients know which that is, until a
 * connection to it fails or the server says that it has become a standby.
 */
function primaryClient({ addresses }: PostgresServers, config: ClientConfig): typeof Client {
  let known: ServerAddress | undefined;
  let searching: Promise<ServerAddress> | undefined;

  async function search(): Promise<ServerAddress> {
    try {
      known = await Promise.any(addresses.map((address) => takesWrites(address, config)));
      return known;
    } catch (error) {
      throw error instanceof AggregateError ? mostTelling(error.errors) : error;
    }
  }

  function findPrimary(): Promise<ServerAddress> {
    if (known) return Promise.resolve(known);
    searching ??= search().finally(() => {
      searching = undefined;
    });
    return searching;
  }

  return class PrimaryClient extends Client {
    override connect(): Promise<Client>;
    override connect(callback: Parameters<Client["connect"]>[0]): void;
    override connect(callback?: Parameters<Client["connect"]>[0]): Promise<Client> | undefined {
      if (!callback) return this.connectToPrimary();
      // `as`: see there.
      void this.connectAndCall(callback as ConnectCallback);
      return undefined;
    }

    private async connectAndCall(callback: ConnectCallback): Promise<void> {
      let failure: unknown;
      try {
        await this.connectToPrimary();
      } catch (error) {
        failure = error;
      }
      callback(failure, this);
    }

    private async connectToPrimary(): Promise<Client> {
      const address = await findPrimary();
      const forget = () => {
        if (known === address) known = undefined;
      };
      Object.assign(this, address);
      let isStandby = false;
      // Since PostgreSQL 14 a server says this when it accepts a connection, and again when it is promoted.
      // `as`: a client's own field, which its types leave out, as they do what its event gives.
      const connection = Reflect.get(this, "connection") as EventEmitter;
      connection.on("parameterStatus", (status: { parameterName: string; parameterValue: string }) => {
        if (["in_hot_standby", "default_transaction_read_only"].includes(status.parameterName))
          isStandby = isStandby || status.parameterValue === "on";
      });
      // The pool and `connectOnce` handle it too.
      this.once("error", forget);
      try {
        await super.connect();
      } catch (error) {
        forget();
        throw error;
      }
      if (!isStandby) return this;
      forget();
      end(this);
      throw refusal(`The server at ${address.host}:${address.port} takes no writes`);
    }
  };
}
