/** Two letters for an e-mail address: "AL" for ada.lovelace@example.com. */
export function initialsOf(email: string): string {
  const [name = ""] = email.split("@");
  const [first = "", second = ""] = name.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== "");
  const letters = second === "" ? [...first].slice(0, 2) : [[...first][0], [...second][0]];
  return letters.join("").toUpperCase();
}
