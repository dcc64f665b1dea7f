/** Whether a value of the data is a picture. */
export function isPicture(value: unknown): boolean {
  return typeof value === "string" && /^(?:data:image\/|asset:[^\s]+\.(?:png|jpe?g|gif|webp|svg|avif)$)/i.test(value);
}
