import type { Problem, ProblemCode } from "@platen/contracts";
import { contextOf, type ProblemPage } from "@platen/http";
import type { Express, Request } from "express";
import { html } from "./html.ts";
import { page } from "./page.ts";

type Words = { title: string; text: string };

const incomplete: Words = {
  title: "This link is not complete",
  text: "A part is missing, or the link was changed. Copy the whole link from the message that you got, and open it again.",
};

const words: Partial<Record<ProblemCode, Words>> = {
  "link.not_found": incomplete,
  "route.not_found": incomplete,
  "link.gone": {
    title: "This link no longer works",
    text: "It has expired, or its sender has taken it back. Ask the sender for a new link.",
  },
  "content.gone": {
    title: "This document is no longer here",
    text: "It was deleted, or the time for which it was kept is over. Ask the sender for the document.",
  },
  "content.lost": {
    title: "This document is lost",
    text: "Its file is missing where documents are kept. Ask the sender to make the document again.",
  },
  "rate.limited": {
    title: "Too many requests",
    text: "Too many requests came from your network. Wait a minute, then open the link again.",
  },
};

const otherwise: Words = {
  title: "The document cannot be opened now",
  text: "Wait a minute, then open the link again. If this happens again, tell the sender.",
};

/** The page that tells a person why a link does not open; undefined for other requests, and for programs. */
export function linkProblemPage(request: Request, { code }: Problem): ProblemPage | undefined {
  if (!request.path.startsWith("/f/") || request.accepts(["json", "html"]) !== "html") return undefined;
  const { title, text } = words[code] ?? otherwise;
  const { requestId } = contextOf(request);
  return page(
    title,
    html`<main class="problem">
      <h1>${title}</h1>
      <p>${text}</p>
      <p class="soft">Request ${requestId}</p>
    </main>`,
  );
}

/** Keeps links to PDFs, and the pages of their problems, out of search engines. */
export function setUpLinks(app: Express): void {
  app.use("/f", (_request, response, next) => {
    response.setHeader("X-Robots-Tag", "noindex, nofollow");
    next();
  });
}
