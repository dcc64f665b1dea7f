import { Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { NavLink, useLocation, useParams } from "react-router";
import { NotFoundPage } from "./not-found-page.tsx";
import { paths } from "../paths.ts";
import { PageHead } from "../ui/page-head.tsx";
import { guideNames, guideTitles, type GuideName } from "../guide/guide-names.ts";
import classes from "./guide-page.module.css";

const documents: Readonly<Record<GuideName, () => Promise<{ default: string }>>> = {
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

function Document({ name }: { name: GuideName }) {
  const { hash } = useLocation();
  const { data } = useQuery({
    queryKey: ["guide", name],
    queryFn: async () => (await documents[name]()).default,
    staleTime: Infinity,
  });
  useEffect(() => {
    if (data !== undefined && hash !== "") document.getElementById(decodeURIComponent(hash.slice(1)))?.scrollIntoView();
  }, [data, hash]);
  if (data === undefined) return <Skeleton height={320} />;
  // Platen's own documents, which the build wrote as HTML.
  return <article className={classes["document"]} dangerouslySetInnerHTML={{ __html: data }} />;
}

/** The guide for template authors: the documents of `docs/` that concern them. */
export function GuidePage() {
  const { name: wanted } = useParams();
  const name = guideNames.find((known) => known === wanted);
  if (name === undefined) return <NotFoundPage />;
  return (
    <div className={classes["layout"]}>
      <nav className={classes["names"]} aria-label="Guide">
        {guideNames.map((each) => (
          <NavLink key={each} to={paths.guide(each)} className={classes["name"] ?? ""}>
            {guideTitles[each]}
          </NavLink>
        ))}
      </nav>
      <div className={classes["page"]}>
        <PageHead title={guideTitles[name]} />
        <Document name={name} />
      </div>
    </div>
  );
}
