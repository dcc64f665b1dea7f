import { execFileSync } from "node:child_process";
import { expect, test } from "@jest/globals";
import { curlForInvoice } from "./demo.ts";

test("the printed command gives curl the template and its data, whatever characters they hold", () => {
  const sampleData = {
    name: `Zoë O'Brien "& Sons" $HOME \\ \`date\``,
    lines: [{ text: "it's" }, { text: "€ 1" }],
    empty: [],
  };
  const command = curlForInvoice({
    baseUrl: "http://127.0.0.1:8080",
    apiKey: "plt_key",
    templates: [
      { templateId: "tpl_letter", name: "Letter", sampleData: {} },
      { templateId: "tpl_invoice", name: "Invoice", sampleData },
    ],
    account: { email: "demo@example.com", password: "secret" },
  });
  const separator = "<end of argument>";
  const output = execFileSync("/bin/sh", ["-c", `curl() { printf "%s${separator}" "$@"; }\n${command}`], {
    encoding: "utf8",
  });
  const given = output.split(separator);
  expect(given).toEqual(
    expect.arrayContaining(["http://127.0.0.1:8080/api/v1/generate", "invoice.pdf", "Authorization: Bearer plt_key"]),
  );
  expect(JSON.parse(given[given.indexOf("-d") + 1] ?? "")).toEqual({ templateId: "tpl_invoice", data: sampleData });
});
