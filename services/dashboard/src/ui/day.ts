const two = (number: number) => String(number).padStart(2, "0");

/** The day of an instant in the reader's time zone, as a date field has it. */
export function dayOf(instant: string, edge: "start" | "end"): string {
  const date = new Date(Date.parse(instant) - (edge === "end" ? 1 : 0));
  return `${String(date.getFullYear()).padStart(4, "0")}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** When a day of the reader's time zone begins, or for the end of a range when it is over. */
export function instantOf(day: string, edge: "start" | "end"): string | undefined {
  const date = new Date(`${day}T00:00`);
  if (Number.isNaN(date.getTime()) || date.getFullYear() > 9_998) return undefined;
  if (edge === "end") date.setDate(date.getDate() + 1);
  return date.toISOString();
}
