/** Whether a value of the data is a picture: its bytes, an asset of the project, or an address that ends as pictures do. */
export function isPicture(value: unknown): boolean {
  return (
    typeof value === "string" &&
    /^(?:data:image\/|(?:asset:|https?:\/\/)[^\s?#]+\.(?:png|jpe?g|gif|webp|svg|avif)(?:[?#]\S*)?$)/i.test(value)
  );
}
