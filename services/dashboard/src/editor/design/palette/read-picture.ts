/** The HTML of a template is limited to 1 MB, and base64 makes a picture a third longer. */
const maxPictureBytes = 500_000;

const types = new Set(["image/png", "image/jpeg", "image/gif", "image/webp", "image/svg+xml", "image/avif"]);

/** Reads a picture into a data: URL, or returns what is wrong with the file. */
export async function readPicture(file: File): Promise<{ url?: string; problem?: string }> {
  if (!types.has(file.type)) return { problem: "Choose a PNG, JPEG, GIF, WebP, AVIF or SVG file." };
  if (file.size > maxPictureBytes) {
    return {
      problem: `The file is ${Math.ceil(file.size / 1000)} kB. A picture in a template can be ${maxPictureBytes / 1000} kB at most.`,
    };
  }
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.addEventListener("load", () => resolve(typeof reader.result === "string" ? { url: reader.result } : {}));
    reader.addEventListener("error", () => resolve({ problem: "The browser cannot read the file. Choose it again." }));
    reader.readAsDataURL(file);
  });
}
