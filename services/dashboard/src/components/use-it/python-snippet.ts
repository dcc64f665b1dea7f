import { literal, type LiteralStyle } from "./literal.ts";
import { keyVariable, type SnippetParts } from "./snippet-parts.ts";

const style: LiteralStyle = { true: "True", false: "False", null: "None", indent: "    ", name: JSON.stringify };

/** A Python program that generates a document with only the standard library. */
export function pythonSnippet({ origin, templateId, data }: SnippetParts): string {
  return `import json
import os
from urllib.error import HTTPError
from urllib.request import Request, urlopen

body = ${literal({ templateId, data }, style, 0)}
request = Request(
    "${origin}/api/v1/generate",
    data=json.dumps(body).encode(),
    headers={
        "Authorization": f"Bearer {os.environ['${keyVariable}']}",
        "Content-Type": "application/json",
    },
)
try:
    with urlopen(request) as response:
        pdf = response.read()
except HTTPError as error:
    raise SystemExit(f"{error.code} {error.read().decode()}")
with open("document.pdf", "wb") as file:
    file.write(pdf)`;
}
