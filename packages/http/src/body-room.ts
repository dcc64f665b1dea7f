import { Problem } from "@platen/contracts";
import type { Holder } from "@platen/contracts/holder";
import type { Request } from "express";
import { createFairRoom } from "./fair-room.ts";
import { isCompressed } from "./content-encoding.ts";

/** The sender of a body. The server asks about it before it reads more than 64 KiB. */
export type BodySender = {
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

function roomRefusal(isOwnFault: boolean): Problem {
  const message = isOwnFault
    ? "The caller sends too many large bodies at once. Wait the seconds in `Retry-After`, then send fewer at a time."
    : "Platen receives too many large bodies at once. Wait the seconds in `Retry-After`, then try again.";
  return new Problem(isOwnFault ? "rate.limited" : "dependency.unavailable", { message, retryAfterSeconds: 1 });
}

/** Creates the room for bodies of up to `largestBytes`. */
export function createBodyRoom(largestBytes: number): BodyRoom {
  const roomBytes = Math.max(leastRoomBytes, holders * largestBytes);
  const room = createFairRoom({
    total: roomBytes,
    perHolder: roomBytes / holders,
    maxWaitMs: maxWaitForRoomMs,
    maxWaiting: maxWaitingForRoom,
    refusal: roomRefusal,
  });

  return {
    async read(request, { limitBytes, sender, until }, read) {
      if (!sender) return read(undefined);
      const isRead = Promise.withResolvers<void>();
      const beforeMore = async () => {
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
      }
    },
  };
}
