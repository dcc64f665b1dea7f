import { asItIs, unformattable } from "../as-it-is.ts";
import { barcodeKinds, drawBarcode, type BarcodeKind } from "../codes/draw-barcode.ts";
import { epcText } from "../codes/epc-text.ts";
import { drawQr, errorCorrections } from "../codes/qr.ts";
import { findSizeMistake, sizeOr } from "../codes/size.ts";
import { FormatError } from "../format-error.ts";
import type { Format, Parameter } from "../format.ts";
import { textOf } from "../text-of.ts";

const size: Parameter = { name: "size", check: findSizeMistake };

/** Codes: drawn as SVG. A code that cannot be made fails the document, because a wrong code is worse than none. */
export const codeFormats: readonly Format[] = [
  {
    name: "qr",
    kind: "codes",
    takes: "text",
    gives: "markup",
    parameters: [size, { name: "ecc", words: errorCorrections, isNamed: true }],
    description:
      "Draws a text as a QR code, 25 mm wide unless `size` says another width. `ecc` is the correction of errors: L, M (the default), Q or H. Scanners need the white margin that the code brings.",
    examples: [{ template: "{{ url | qr 24mm }}", data: { url: "https://example.com/i/2031" } }],
    apply(value, args, context) {
      const text = textOf(value);
      if (text === undefined) return asItIs(value, unformattable, context);
      const level = errorCorrections.find((known) => known === args["ecc"]) ?? "M";
      return drawQr(text, { kind: "qr", label: "QR code", size: sizeOr(args["size"], "25mm"), level });
    },
  },
  {
    name: "epc",
    kind: "codes",
    takes: "object",
    gives: "markup",
    parameters: [size, { name: "amount", isNamed: true }, { name: "text", isNamed: true }],
    description:
      "Draws the code by which banking apps fill in a transfer in euros ([EPC069-12](https://www.europeanpaymentscouncil.eu/document-library/guidance-documents/quick-response-code-guidelines-enable-data-capture-initiation)). The object has `name`, `iban` and, if known, `bic`, `amount`, `purpose`, and either `reference` (RF…) or `text`. `amount=total` takes the amount from another name: one of the data, or one that `as` has given to a sum. `text=note` does the same for the text. Platen checks all of them.",
    examples: [
      {
        template: "{{ payment | epc 30mm }}",
        data: {
          payment: { name: "Northlight", iban: "DE89 3704 0044 0532 0130 00", amount: 1240.1, text: "Invoice 2031" },
        },
      },
    ],
    apply(value, args) {
      for (const name of ["amount", "text"]) {
        if (name in args && args[name] === undefined) {
          throw new FormatError(
            `The data have no ${name} of the name that \`${name}\` gives. Send it, or leave \`${name}\` out.`,
          );
        }
      }
      const text = epcText(value, args);
      const size = sizeOr(args["size"], "30mm");
      return drawQr(text, { kind: "epc", label: "Payment code", size, level: "M" });
    },
  },
  {
    name: "barcode",
    kind: "codes",
    takes: "text",
    gives: "markup",
    parameters: [
      { name: "kind", words: barcodeKinds, isRequired: true },
      { name: "height", check: findSizeMistake, isNamed: true },
      { name: "text", type: "boolean", isNamed: true },
    ],
    description:
      "Draws a text as a barcode with its text below. `text=false` leaves the text out, `height=12mm` sets the height.",
    examples: [{ template: "{{ sku | barcode code128 height=12mm }}", data: { sku: "PL-2031" } }],
    apply(value, args, context) {
      const text = textOf(value);
      const kind = barcodeKinds.find((known): known is BarcodeKind => known === args["kind"]);
      if (text === undefined || kind === undefined) return asItIs(value, unformattable, context);
      const height = args["height"] === undefined ? undefined : sizeOr(args["height"], "12mm");
      return drawBarcode(text, { kind, height, hasText: args["text"] !== false });
    },
  },
];
