import type { FidelityDocument } from "../../fidelity-document.ts";

/** An address whose requests are refused. */
export const refused = (name: string) => `https://refused.example/${name}`;

export const paper = "@page { margin: 8mm } body { margin: 0; font: 12px/16px sans-serif }";

/** A document with a refused request in one place, and text before and after it. */
export function requesting(name: string, place: string, css = ""): FidelityDocument {
  return {
    name: `addresses: ${name}`,
    html: `<!doctype html><style>${paper}${css}</style><p>Before the address.</p>${place}<p>After the address.</p>`,
  };
}

/** A document that starts with a refused request, after nothing but a doctype. */
export function requestingFirst(name: string, place: string, rest = ""): FidelityDocument {
  return {
    name: `addresses: ${name}`,
    html: `${place}<style>${paper} .styled { color: green; border: 1px solid }</style><p>After the address.</p>${rest}<p class="styled">Styled after the address.`,
  };
}

/** A `data:` URL of a text that may itself have addresses. */
export const dataOf = (type: string, text: string) => `data:${type},${encodeURIComponent(text)}`;
