/** An address that Platen may call. */
export type SealedAddress = { receiver: string; sealedUrl: Buffer };

/** A message to send when its subject is done, as the statement that creates the subject writes it. */
export type PlannedDelivery = SealedAddress & { deliveryId: string };

/**
 * The part of a statement that plans a message about the subject which the part named `created` has made: in its column
 * `subject`, with the project's id. `first` is the number of the first of three parameters, of {@link plannedValues}.
 */
export function planDelivery(created: string, subject: string, first: number): string {
  return `INSERT INTO deliveries (delivery_id, project_id, subject_id, receiver, sealed_url)
    SELECT $${first}::text, c.project_id, c.${subject}, $${first + 1}::text, $${first + 2}::bytea
    FROM ${created} AS c WHERE $${first}::text IS NOT NULL`;
}

/** The parameters of {@link planDelivery}; without a plan nothing is written. */
export function plannedValues(planned: PlannedDelivery | undefined): readonly unknown[] {
  return [planned?.deliveryId ?? null, planned?.receiver ?? null, planned?.sealedUrl ?? null];
}
