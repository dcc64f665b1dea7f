const two = (number: number) => String(number).padStart(2, "0");

/** The day of an instant in the user's time zone, in the form of a date field. */
export function dayOf(instant: string, edge: "start" | "end"): string {
  const date = new Date(Date.parse(instant) - (edge === "end" ? 1 : 0));
  return `${String(date.getFullYear()).padStart(4, "0")}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** The start of a day in the user's time zone; for the end of a range, the start of the next day. */
export function instantOf(day: string, edge: "start" | "end"): string | undefined {
  const date = new Date(`${day}T00:00`);
  if (Number.isNaN(date.getTime()) || date.getFullYear() > 9_998) return undefined;
  if (edge === "end") date.setDate(date.getDate() + 1);
  return date.toISOString();
}
