/** The address under which the texts of a source name a file of the library. No network has this host. */
export const assetOrigin = "https://assets.invalid/";
