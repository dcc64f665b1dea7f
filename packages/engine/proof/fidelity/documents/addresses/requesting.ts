import type { FidelityDocument } from "../../fidelity-document.ts";

/** An address that nobody answers. */
export const refused = (name: string) => `https://refused.example/${name}`;

export const paper = "@page { margin: 8mm } body { margin: 0; font: 12px/16px sans-serif }";

/** A document that asks in vain at one place, with text before and after it. */
export function asking(name: string, place: string, css = ""): FidelityDocument {
  return {
    name: `addresses: ${name}`,
    html: `<!doctype html><style>${paper}${css}</style><p>Before the address.</p>${place}<p>After the address.</p>`,
  };
}

/** Its first bytes ask, as nothing but a doctype stands before them. */
export function askingFirst(name: string, place: string, rest = ""): FidelityDocument {
  return {
    name: `addresses: ${name}`,
    html: `${place}<style>${paper} .styled { color: green; border: 1px solid }</style><p>After the address.</p>${rest}<p class="styled">Styled after the address.`,
  };
}

/** A `data:` address of a text that may itself have addresses. */
export const dataOf = (type: string, text: string) => `data:${type},${encodeURIComponent(text)}`;
