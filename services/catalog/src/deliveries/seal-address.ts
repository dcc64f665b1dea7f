import { Problem } from "@platen/contracts";
import type { EgressRules } from "@platen/egress";
import type { Sealer } from "../secrets/sealer.ts";
import type { SealedAddress } from "./planned-delivery.ts";

/** Checks an address that a caller names in the field `callbackUrl`, and seals it for the row with the id `about`. */
export function sealAddress(
  { callbackUrl, about }: { callbackUrl: string; about: string },
  { sealer, rules }: { sealer: Sealer; rules: EgressRules },
): SealedAddress {
  const path = "callbackUrl";
  const url = new URL(callbackUrl);
  const refusal = rules.refusalOf(url);
  if (refusal !== undefined) {
    const details = [{ path, message: refusal }];
    throw new Problem("webhook.url_refused", { message: `\`${path}\` ${refusal}.`, details });
  }
  return { receiver: url.origin, sealedUrl: sealer.seal(Buffer.from(url.href), about) };
}
