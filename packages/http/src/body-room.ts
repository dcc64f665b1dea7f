import { Problem } from "@platen/contracts";
import type { Holder } from "@platen/contracts/holder";
import type { Request } from "express";
import { createFairRoom } from "./fair-room.ts";
import { isCompressed } from "./content-encoding.ts";
import { memoryOfProcess } from "./memory-watch.ts";

/** With whose other bodies a body counts: those of its account and credential, or those of strangers at its network. */
export type BodyHolder = { account: Holder; credential: Holder } | { network: Holder };

/** The sender of a body. The server asks about it before it reads more than 64 KiB. */
export type BodySender = {
  /** Resolves to the names under which the body counts while it arrives. Without it, the body does not count. */
  holder: (() => Promise<BodyHolder>) | undefined;
  /** Resolves to the holder of the memory that the body takes; throws a problem for a caller who is not what it claims to be. */
  verify: () => Promise<Holder>;
  /** Fires when the caller hangs up. */
  signal: AbortSignal;
  /** Resolves when the request is over. */
  isOver: Promise<void>;
};

/** The memory that all large bodies of a server share. */
export type BodyRoom = {
  /**
   * Reads a body with `read`, whose `beforeMore` verifies the sender and waits for room. Without a sender it verifies no
   * caller, and the body takes no room. `until` tells when the body no longer takes it: once it is read, or when the
   * request is over.
   */
  read<T>(
    request: Request,
    options: { limitBytes: number; sender: BodySender | undefined; until: "read" | "over" },
    read: (beforeMore: (() => Promise<unknown>) | undefined) => Promise<T>,
  ): Promise<T>;
};

/** Enough for six of the largest bodies at once, and for a hundred of the usual large ones. Parsing takes several times this. */
const leastRoomBytes = 32 * 1024 * 1024;
/** A holder has one part of so many. */
const holders = 4;
/** A third of the time that a caller has to send a request. */
const maxWaitForRoomMs = 10_000;
const maxWaitingForRoom = 1_000;
/** Bodies that are arriving: of all callers with a good credential, of an account, and of a credential. */
const arrivingAtOnce = 512;
const arrivingPerAccount = 128;
const arrivingPerCredential = 96;
const maxWaitToArriveMs = 10_000;
const maxWaitingToArrive = 200;
/** The same for callers without one, whose bodies have at most 16 KiB: in all, and of one network. */
const strangersAtOnce = 200;
const strangersPerNetwork = 10;
const maxStrangersWaitMs = 1_000;
const maxStrangersWaiting = 5;

function refusalOf(what: string, sender: string) {
  return (isOwnFault: boolean): Problem => {
    const message = isOwnFault
      ? `${sender} sends too many ${what} at once. Wait the seconds in \`Retry-After\`, then send fewer at a time.`
      : `Platen receives too many ${what} at once. Wait the seconds in \`Retry-After\`, then try again.`;
    return new Problem(isOwnFault ? "rate.limited" : "dependency.unavailable", { message, retryAfterSeconds: 1 });
  };
}

/** Creates the function that counts a body while it arrives. It waits for a place, and returns the function that leaves it. */
function createArrivals() {
  const limits = { maxWaitMs: maxWaitToArriveMs, maxWaiting: maxWaitingToArrive };
  const what = "bodies that have not arrived";
  const accounts = createFairRoom({
    ...limits,
    total: arrivingAtOnce,
    perHolder: arrivingPerAccount,
    refusal: refusalOf(what, "The account"),
  });
  const credentials = createFairRoom({
    ...limits,
    total: Infinity,
    perHolder: arrivingPerCredential,
    refusal: refusalOf(what, "The key or session"),
  });
  const strangers = createFairRoom({
    total: strangersAtOnce,
    perHolder: strangersPerNetwork,
    maxWaitMs: maxStrangersWaitMs,
    maxWaiting: maxStrangersWaiting,
    refusal: refusalOf(what, "This address"),
  });

  return async (names: BodyHolder, signal: AbortSignal): Promise<() => void> => {
    if ("network" in names) return strangers.take(names.network, 1, signal);
    const leaveCredential = await credentials.take(names.credential, 1, signal);
    const leaveAccount = await accounts.take(names.account, 1, signal).catch((error: unknown) => {
      leaveCredential();
      throw error;
    });
    return () => {
      leaveAccount();
      leaveCredential();
    };
  };
}

/** Creates the room for bodies of up to `largestBytes`. */
export function createBodyRoom(largestBytes: number): BodyRoom {
  const roomBytes = Math.max(leastRoomBytes, holders * largestBytes);
  const room = createFairRoom({
    total: roomBytes,
    perHolder: roomBytes / holders,
    maxWaitMs: maxWaitForRoomMs,
    maxWaiting: maxWaitingForRoom,
    refusal: refusalOf("large bodies", "The caller"),
  });
  const arrive = createArrivals();

  /** Most bodies have arrived with their heads, and take no place. */
  async function placeOf(request: Request, { holder, signal }: BodySender): Promise<() => void> {
    if (request.complete || !holder) return () => undefined;
    return arrive(await holder(), signal).catch((error: unknown) => {
      // It arrived while it waited.
      if (request.complete) return () => undefined;
      throw error;
    });
  }

  return {
    async read(request, { limitBytes, sender, until }, read) {
      if (!sender) return read(async () => memoryOfProcess.refuseWhenFull());
      const leave = await placeOf(request, sender);
      const isRead = Promise.withResolvers<void>();
      const beforeMore = async () => {
        memoryOfProcess.refuseWhenFull();
        const announced = isCompressed(request) ? undefined : request.headers["content-length"];
        const wanted = Math.min(Number(announced ?? Infinity), limitBytes);
        const release = await room.take(await sender.verify(), wanted, sender.signal);
        // At once if the caller has disconnected meanwhile.
        void (until === "read" ? isRead.promise : sender.isOver).then(release);
      };
      try {
        return await read(beforeMore);
      } finally {
        isRead.resolve();
        leave();
      }
    },
  };
}
