import type { FidelityDocument } from "../../fidelity-document.ts";

/** An address whose requests are refused. */
export const refused = (name: string) => `https://refused.example/${name}`;

export const paper = "@page { margin: 8mm } body { margin: 0; font: 12px/16px sans-serif }";

/**
 * Documents with a refused request in one place, and text before and after it. Each place is HTML. Up to a `<body>`, it
 * belongs to the head.
 */
export function requesting(places: Readonly<Record<string, string>>): FidelityDocument[] {
  return Object.entries(places).map(([name, place]) => {
    const [body = "", head = ""] = place.split("<body>").toReversed();
    return {
      name: `addresses: ${name}`,
      html: `<!doctype html><style>${paper}</style>${head}<p>Before the address.</p>${body}<p>After the address.</p>`,
    };
  });
}

/** Documents that start with a refused request, after nothing but a doctype. */
export function requestingFirst(places: Readonly<Record<string, string>>): FidelityDocument[] {
  const after = `<style>${paper} .styled { color: green; border: 1px solid }</style><p>After the address.</p>`;
  return Object.entries(places).map(([name, place]) => ({
    name: `addresses: ${name}`,
    html: `${place}${after}<p class="styled">Styled after the address.`,
  }));
}

/** A `data:` URL of a text that may itself have addresses. */
export const dataOf = (type: string, text: string) => `data:${type},${encodeURIComponent(text)}`;
