import { setTimeout as delay } from "node:timers/promises";
import type { Transport } from "@platen/client";
import {
  leaseDeliveries,
  maxDeliveriesPerLease,
  maxDeliveriesUnderway,
  maxFullReceivers,
  reportDeliveries,
  type DeliveryReport,
  type LeasedDelivery,
} from "@platen/contracts/internal";
import type { PostOutside } from "@platen/egress";
import { describeError, tracing, type Logger } from "@platen/telemetry";
import { createWakeablePause } from "../wakeable-pause.ts";
import { createReceiverPlaces } from "./receiver-places.ts";

/** How often it looks while there is work, and while there was none the last time. A note wakes it sooner. */
const busyPauseMs = 100;
const idlePauseMs = 1_000;
const callTimeoutMs = 10_000;
/** A message waits so long for a place at its server. Without one it is put back, and its receiver gets none for a time. */
const patienceMs = 1_000;
const fullMs = 5_000;

const spanOf = (traceparent: string) => ({ name: "deliver webhook", kind: "client", parent: { traceparent } }) as const;

export type DelivererDependencies = {
  catalog: Pick<Transport, "call">;
  post: PostOutside;
  metrics: { countAttempt: (outcome: string, seconds: number) => void };
  /** Whether this process can do its work. */
  isSound: () => boolean;
  /** A call has failed, perhaps because of this process itself. */
  suspect: () => void;
  log: Pick<Logger, "info" | "warn">;
  /** Creates the name of a lease. */
  createLease: () => string;
  now?: () => number;
};

/**
 * Creates the deliverer: it leases messages that are due, sends them and reports what became of them. Couriers share this
 * work. It keeps nothing that the catalog does not have: a message whose report is lost is sent again, with the same id.
 */
export function createDeliverer(deps: DelivererDependencies) {
  const { catalog, post, metrics, isSound, suspect, log, createLease, now = Date.now } = deps;
  /** From the lease until the report is taken. */
  const underway = new Map<string, LeasedDelivery>();
  let reports: DeliveryReport[] = [];
  const sending = new Set<Promise<void>>();
  const places = createReceiverPlaces({ patienceMs });
  /** Receivers whose server had no place, and until when they get nothing. */
  const full = new Map<string, { projectId: string; receiver: string; until: number }>();
  const { wake, pause } = createWakeablePause();
  const closing = new AbortController();
  let isFailing = false;
  let running = Promise.resolve();

  async function send(delivery: LeasedDelivery, lease: string): Promise<void> {
    const { deliveryId, projectId, accountId, receiver, url, headers, body, trace: traceparent } = delivery;
    const about = { deliveryId, projectId, lease, at: now() };
    const span = traceparent === undefined ? undefined : tracing.open(spanOf(traceparent));
    const outcome = await post(url, { headers, body }, (hosts) => places.take(accountId, hosts));
    span?.end({ fields: { projectId, status: outcome?.status }, isFailed: outcome?.error !== undefined });
    if (outcome === undefined) {
      noteFull({ projectId, receiver });
      reports.push({ ...about, durationMs: 0, isPutBack: true });
    } else {
      metrics.countAttempt(outcome.error ?? "delivered", outcome.durationMs / 1_000);
      reports.push({ ...about, ...outcome });
    }
    wake();
  }

  function noteFull(receiver: { projectId: string; receiver: string }): void {
    // The oldest is forgotten first. It costs a lease to learn it again.
    const oldest = full.keys().next();
    if (full.size >= maxFullReceivers && !oldest.done) full.delete(oldest.value);
    full.set(`${receiver.projectId} ${receiver.receiver}`, { ...receiver, until: now() + fullMs });
  }

  function fullReceivers(): { projectId: string; receiver: string }[] {
    for (const [key, { until }] of full) if (until <= now()) full.delete(key);
    return [...full.values()].map(({ projectId, receiver }) => ({ projectId, receiver }));
  }

  /** Reports what has ended. Reports that the catalog did not take stay for the next time. */
  async function reportAll(): Promise<void> {
    const given = reports.slice(0, maxDeliveriesPerLease);
    if (given.length === 0) return;
    await catalog.call(reportDeliveries, { body: { reports: given } }, { timeoutMs: callTimeoutMs });
    reports = reports.slice(given.length);
    for (const { deliveryId } of given) underway.delete(deliveryId);
  }

  function countByReceiver(): { projectId: string; receiver: string; count: number }[] {
    const counts = new Map<string, { projectId: string; receiver: string; count: number }>();
    for (const { projectId, receiver } of underway.values()) {
      const key = `${projectId} ${receiver}`;
      counts.set(key, { projectId, receiver, count: (counts.get(key)?.count ?? 0) + 1 });
    }
    return [...counts.values()];
  }

  /** Reports and leases once. Returns the time until the next look. */
  async function look(): Promise<number> {
    if (!isSound()) return idlePauseMs;
    await reportAll();
    const free = Math.min(maxDeliveriesPerLease, maxDeliveriesUnderway - underway.size);
    if (free === 0 || closing.signal.aborted) return idlePauseMs;
    const lease = createLease();
    const { deliveries } = await catalog.call(
      leaseDeliveries,
      { body: { lease, deliveries: free, underway: countByReceiver(), full: fullReceivers() } },
      { timeoutMs: callTimeoutMs },
    );
    for (const delivery of deliveries) {
      underway.set(delivery.deliveryId, delivery);
      const sent = send(delivery, lease).finally(() => sending.delete(sent));
      sending.add(sent);
    }
    return deliveries.length > 0 ? busyPauseMs : idlePauseMs;
  }

  async function tryLook(): Promise<number> {
    try {
      const pauseMs = await look();
      if (isFailing) log.info("delivers webhooks again");
      isFailing = false;
      return pauseMs;
    } catch (error) {
      if (!isFailing) log.warn("cannot lease or report deliveries, trying again", describeError(error));
      isFailing = true;
      suspect();
      return idlePauseMs;
    }
  }

  async function lookAgainAndAgain(): Promise<void> {
    while (!closing.signal.aborted) {
      const pauseMs = await tryLook();
      // Many notes at once cost one look.
      await delay(Math.min(pauseMs, busyPauseMs));
      if (pauseMs > busyPauseMs) await pause(pauseMs - busyPauseMs);
    }
  }

  return {
    look,

    run(): Promise<void> {
      running = lookAgainAndAgain();
      return running;
    },

    /** A message is due, or may be. */
    wake,

    /** Leases no more, and waits until what is under way has been sent and reported. */
    async close(): Promise<void> {
      closing.abort();
      wake();
      await running;
      await Promise.all(sending);
      await tryLook();
    },
  };
}
