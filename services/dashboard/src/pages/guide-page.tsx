import { Skeleton, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Search } from "lucide-react";
import { useEffect, useMemo, useState } from "react";
import { Link, NavLink, useLocation, useParams } from "react-router";
import { NotFoundPage } from "./not-found-page.tsx";
import { paths } from "../paths.ts";
import { PageHead } from "../ui/page-head.tsx";
import { guideGroups, guideNames, guideTitles, type GuideName } from "../guide/guide-names.ts";
import { guideParts, searchParts, type GuidePart } from "../guide/guide-parts.ts";
import classes from "./guide-page.module.css";

const documents: Readonly<Record<GuideName, () => Promise<{ default: string }>>> = {
  design: () => import("virtual:guide/design"),
  templates: () => import("virtual:guide/templates"),
  formats: () => import("virtual:guide/formats"),
  "calculated-fields": () => import("virtual:guide/calculated-fields"),
  snippets: () => import("virtual:guide/snippets"),
  assets: () => import("virtual:guide/assets"),
  import: () => import("virtual:guide/import"),
  "inline-html": () => import("virtual:guide/inline-html"),
  push: () => import("virtual:guide/push"),
  webhooks: () => import("virtual:guide/webhooks"),
  errors: () => import("virtual:guide/errors"),
};

/** More results than this are not read. */
const mostFound = 30;

async function readDocument(name: GuideName): Promise<string> {
  return (await documents[name]()).default;
}

/** The headings of a document, with the one in the address marked. */
function Contents({ name, parts }: { name: GuideName; parts: readonly GuidePart[] }) {
  const { hash } = useLocation();
  return (
    <ul className={classes["contents"]}>
      {parts
        .filter(({ level }) => level === 2)
        .map(({ id, heading }) => (
          <li key={id}>
            <Link
              to={paths.guide(name, id)}
              className={classes["heading"] ?? ""}
              {...(hash === `#${id}` ? { "aria-current": "location" } : {})}
            >
              {heading}
            </Link>
          </li>
        ))}
    </ul>
  );
}

function Document({ html }: { html: string | undefined }) {
  const { hash } = useLocation();
  useEffect(() => {
    if (html !== undefined && hash !== "") document.getElementById(decodeURIComponent(hash.slice(1)))?.scrollIntoView();
  }, [html, hash]);
  if (html === undefined) return <Skeleton height={320} />;
  // Platen's own documents, which the build wrote as HTML.
  return <article className={classes["document"]} dangerouslySetInnerHTML={{ __html: html }} />;
}

/** The parts of all documents that have the words. */
function Found({ words, onChoose }: { words: string; onChoose: () => void }) {
  const { data } = useQuery({
    queryKey: ["guide", "parts"],
    queryFn: async () => {
      const written = await Promise.all(guideNames.map(async (name) => ({ name, html: await readDocument(name) })));
      return written.flatMap(({ name, html }) =>
        guideParts(html, guideTitles[name]).map((part) => ({ ...part, name })),
      );
    },
    staleTime: Infinity,
  });
  if (data === undefined) return <Skeleton height={320} />;
  const found = searchParts(data, words).slice(0, mostFound);
  if (found.length === 0) return <p>Nothing in the guide has these words.</p>;
  return (
    <ol className={classes["found"]}>
      {found.map(({ name, id, heading, text }) => (
        <li key={`${name} ${id}`}>
          <Link to={paths.guide(name, id === "" ? undefined : id)} onClick={onChoose}>
            {heading}
          </Link>{" "}
          <span className={classes["within"]}>{guideTitles[name]}</span>
          <p>{text.length > 160 ? `${text.slice(0, 160)}…` : text}</p>
        </li>
      ))}
    </ol>
  );
}

/** The guide: tasks in Design, and the documents of `docs/` that concern authors of templates. */
export function GuidePage() {
  const { name: wanted } = useParams();
  const name = guideNames.find((known) => known === wanted);
  const [words, setWords] = useState("");
  const { data: html } = useQuery({
    queryKey: ["guide", name],
    queryFn: async () => (name === undefined ? "" : readDocument(name)),
    staleTime: Infinity,
  });
  const parts = useMemo(() => (html === undefined ? [] : guideParts(html, "")), [html]);
  if (name === undefined) return <NotFoundPage />;
  const isSearch = words.trim() !== "";
  return (
    <div className={classes["layout"]}>
      <nav className={classes["names"]} aria-label="Guide">
        <TextInput
          size="sm"
          aria-label="Search the guide"
          placeholder="Search the guide"
          leftSection={<Search size={14} aria-hidden />}
          value={words}
          onChange={({ currentTarget }) => setWords(currentTarget.value)}
        />
        {guideGroups.map(({ title, names }) => (
          <section key={title} className={classes["group"]}>
            <h2 className={classes["groupTitle"]}>{title}</h2>
            <div className={classes["pages"]}>
              {names.map((each) => (
                <div key={each}>
                  <NavLink to={paths.guide(each)} className={classes["name"] ?? ""} onClick={() => setWords("")}>
                    {guideTitles[each]}
                  </NavLink>
                  {each === name ? <Contents name={name} parts={parts} /> : null}
                </div>
              ))}
            </div>
          </section>
        ))}
        <a className={classes["name"]} href="/docs">
          API reference
        </a>
      </nav>
      <div className={classes["page"]}>
        <PageHead title={isSearch ? "Search the guide" : guideTitles[name]} />
        {isSearch ? <Found words={words} onChoose={() => setWords("")} /> : <Document html={html} />}
      </div>
    </div>
  );
}
