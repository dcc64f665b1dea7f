/** A template may have 1 MB of HTML, and a picture becomes a third longer in it. */
const maxPictureBytes = 500_000;

const types = new Set(["image/png", "image/jpeg", "image/gif", "image/webp", "image/svg+xml", "image/avif"]);

/** A picture's file as the address that holds all of it, or what is wrong with it. */
export async function readPicture(file: File): Promise<{ url?: string; problem?: string }> {
  if (!types.has(file.type)) return { problem: "Take a PNG, JPEG, GIF, WebP, AVIF or SVG file." };
  if (file.size > maxPictureBytes) {
    return {
      problem: `The file has ${Math.ceil(file.size / 1000)} kB; a picture in a template may have ${maxPictureBytes / 1000} kB. Make it smaller first.`,
    };
  }
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.addEventListener("load", () => resolve(typeof reader.result === "string" ? { url: reader.result } : {}));
    reader.addEventListener("error", () => resolve({ problem: "The file cannot be read. Choose it again." }));
    reader.readAsDataURL(file);
  });
}
