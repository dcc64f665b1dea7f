// Imports only these parts of the packages: each process would load them whole.
import { lineAndColumn } from "@platen/contracts/json-text";
import { placeAt, type Place, type Places } from "@platen/library/composed-text";

/** A text of a template: its field, and where its authors wrote it if it is composed of several parts. */
export type WrittenText = { path: string; source: string; places?: Places | undefined };

/** The part, line and column in which the author of a text finds the character at an offset. */
export function placeIn({ path, source, places }: WrittenText, offset: number): Place {
  return places ? placeAt({ text: source, places }, offset) : { path, ...lineAndColumn(source, offset) };
}
