import { createBodyReader, createMount, setUpProblems, setUpRequestContext, setUpSecurityHeaders } from "@platen/http";
import { largestAssetBytes } from "@platen/contracts";
import express, { type Express } from "express";
import { createAuthenticate } from "./auth/authenticate.ts";
import type { Caller } from "./catalog/caller.ts";
import type { PreparedBodies } from "./bodies/prepare-body.ts";
import { setUpDashboardHost } from "./auth/dashboard-host.ts";
import { createBodyHolder } from "./auth/body-holder.ts";
import { createVerifyCaller } from "./auth/verify-caller.ts";
import type { Dependencies } from "./dependencies.ts";
import { withDeadline, type DeadlineOf } from "./routes/with-deadline.ts";
import { builtDashboard, readDashboardFiles } from "./pages/dashboard-files.ts";
import { linkProblemPage, setUpLinks } from "./pages/link-problem-page.ts";
import { setUpDashboard } from "./pages/dashboard.ts";
import { setUpPages } from "./pages/pages.ts";
import { mountBatchFiles } from "./routes/batch-files.ts";
import { mountBatchRows } from "./routes/batch-rows.ts";
import { mountBatchState } from "./routes/batch-state.ts";
import { mountBatches } from "./routes/batches.ts";
import { mountContents } from "./routes/contents.ts";
import { mountDocuments } from "./routes/documents.ts";
import { mountForwarded } from "./routes/forwarded.ts";
import { mountGenerate } from "./routes/generate.ts";
import { mountLinks } from "./routes/links.ts";
import { mountPreview } from "./routes/preview.ts";
import { mountPresence } from "./routes/presence.ts";
import { mountOwnKey } from "./routes/own-key.ts";
import { mountProjects } from "./routes/projects.ts";
import { createRoutes } from "./routes/routes.ts";
import { mountSessions } from "./routes/sessions.ts";

/** Creates the gateway's HTTP interface, in the order in which a request passes through it. */
export function createApp(dependencies: Dependencies): Express {
  const { config, logger, metrics } = dependencies;
  const app = express();
  app.disable("etag");
  app.enable("case sensitive routing");
  app.set("trust proxy", config.TRUST_PROXY);

  setUpRequestContext(app, {
    logger,
    observe: metrics.observeRequest,
    // A caller who chooses the id of a trace chooses whether a share of all ids has it.
    continuesTraces: config.OTEL_TRACES_SAMPLER !== "traceidratio",
  });
  setUpSecurityHeaders(app, {
    isSecure: (request) => dependencies.publicUrl?.protocol === "https:" || request.secure,
  });
  setUpDashboardHost(app, dependencies);
  const dashboardFiles = readDashboardFiles(builtDashboard);
  setUpPages(app, dashboardFiles);
  setUpDashboard(app, dashboardFiles);
  setUpLinks(app);

  const mounted = createMount<Caller, PreparedBodies>(app, {
    authenticate: createAuthenticate(dependencies),
    admit: dependencies.admit,
    verify: createVerifyCaller(dependencies),
    check: dependencies.bodyWork.check,
    holderOf: createBodyHolder(dependencies),
    bodies: createBodyReader({ limitBytes: config.BODY_LIMIT_BYTES, fileLimitBytes: largestAssetBytes }),
  });
  const routes = createRoutes(mounted, dependencies);
  const { RENDER_DEADLINE_MS: longestMs } = config;
  // The contract has checked the header.
  const ofHeader: DeadlineOf = (context) =>
    Math.min(longestMs, Number(context.header("platen-deadline-ms") ?? Infinity));
  mountGenerate(withDeadline(routes, ofHeader), dependencies);
  mountPreview(
    withDeadline(routes, () => longestMs),
    dependencies,
  );
  mountPresence(routes, dependencies);
  mountSessions(routes, dependencies);
  mountContents(routes, dependencies);
  mountLinks(routes, dependencies);
  mountDocuments(routes, dependencies);
  mountBatches(routes, dependencies);
  mountBatchRows(routes, dependencies);
  mountBatchState(routes, dependencies);
  mountBatchFiles(routes, dependencies);
  mountProjects(routes, dependencies);
  mountOwnKey(routes, dependencies);
  mountForwarded(routes);
  mounted.refuseOtherMethods();

  setUpProblems(app, { logger, pageOf: linkProblemPage });
  return app;
}
