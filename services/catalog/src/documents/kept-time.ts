import type { Problem } from "@platen/contracts";
import { keptTooLong, type KeptTime } from "@platen/contracts/internal";

const daySeconds = 86_400;

/**
 * The seconds for which a project `p` keeps the PDF of a request, as an expression over what the request names, which may
 * be null, and the maximum of the installation.
 */
export function keptSeconds(named: string, most: string): string {
  return `least(coalesce(${named}, p.content_default_days * ${daySeconds}), p.content_max_days * ${daySeconds}, ${most})`;
}

/** The maximum of a project `p` in days if a request names more, as an expression; otherwise null. */
export function exceededDays(named: string): string {
  return `CASE WHEN ${named} > p.content_max_days * ${daySeconds} THEN p.content_max_days END`;
}

/** The arrays of a statement for several documents: whether each is kept, what it names, and the maximum. */
export function keptValues(requests: readonly { keep?: KeptTime | undefined }[]): readonly unknown[] {
  return [
    requests.map(({ keep }) => keep !== undefined),
    requests.map(({ keep }) => keep?.keepSeconds ?? null),
    requests.map(({ keep }) => keep?.mostKeepSeconds ?? null),
  ];
}

/** Tells the gateway for how long to keep a document's PDF. Adds nothing for a document that is not kept. */
export function keptFor({ keepSeconds }: { keepSeconds: number | null }): { keepSeconds?: number } {
  return keepSeconds === null ? {} : { keepSeconds };
}

/** Why a document is refused whose request names more than the maximum of its project. */
export function reasonOf(mostDays: number) {
  const { message, details } = keptTooLong(mostDays, "project");
  return { code: "request.invalid" as const, message, details: [...(details ?? [])] };
}

/** Why a document is refused whose project or account keeps as many bytes as it may. */
export const quotaReasonOf = ({ message }: Problem) => ({ code: "quota.reached" as const, message });
