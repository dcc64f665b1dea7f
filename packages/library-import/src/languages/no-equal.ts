/** The reason why a tag has no equal in Platen, and what to do instead. */
export class NoEqual extends Error {}
