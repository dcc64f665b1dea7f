import { largestAssetBytes } from "@platen/contracts";
import { internalOperations } from "@platen/contracts/internal";
import { createBodyReader, setUpProblems, setUpRequestContext } from "@platen/http";
import express, { type Express } from "express";
import { serveAccounts } from "./accounts/routes.ts";
import { serveApiKeys } from "./api-keys/routes.ts";
import { serveAssets } from "./assets/routes.ts";
import { serveSelfChecks } from "./auth/self-checks.ts";
import { createServe } from "./auth/serve.ts";
import { serveBatches } from "./batches/routes.ts";
import { serveBrands } from "./brands/routes.ts";
import { serveDeliveries } from "./deliveries/routes.ts";
import type { Dependencies } from "./dependencies.ts";
import { serveDocuments } from "./documents/routes.ts";
import { serveKeptRequests } from "./kept-requests/routes.ts";
import { serveLinks } from "./links/routes.ts";
import { serveProjects } from "./projects/routes.ts";
import { serveSnippets } from "./snippets/routes.ts";
import { serveTemplates } from "./templates/routes.ts";
import { serveTranslations } from "./translations/routes.ts";
import { serveUsage } from "./usage/routes.ts";

/** Larger than the gateway's own limit: escaping characters can make a body that it passes on longer. */
const bodyLimitBytes = 32 * 1024 * 1024;

const courierPaths: ReadonlySet<string> = new Set(
  Object.values(internalOperations).flatMap((operation) =>
    operation.callerKind === "courier" ? [operation.path] : [],
  ),
);

/** Builds the catalog's app without listening on a port. */
export function createApp(dependencies: Dependencies): Express {
  const { logger, metrics } = dependencies;
  const app = express();
  app.disable("x-powered-by");
  app.disable("etag");

  setUpRequestContext(app, {
    logger,
    observe: metrics.observeRequest,
    // A courier asks each second, whether there is work or not.
    beginsTrace: ({ path }) => !courierPaths.has(path),
  });
  const { serve, refuseOtherMethods } = createServe(app, {
    ...dependencies,
    bodies: createBodyReader({ limitBytes: bodyLimitBytes, fileLimitBytes: largestAssetBytes }),
  });
  serveSelfChecks(serve, dependencies);
  serveDocuments(serve, dependencies);
  serveLinks(serve, dependencies);
  serveBatches(serve, dependencies);
  serveDeliveries(serve, dependencies);
  serveKeptRequests(serve, dependencies);
  serveTemplates(serve, dependencies);
  serveAssets(serve, dependencies);
  serveSnippets(serve, dependencies);
  serveTranslations(serve, dependencies);
  serveProjects(serve, dependencies);
  serveUsage(serve, dependencies);
  serveBrands(serve, dependencies);
  serveApiKeys(serve, dependencies);
  serveAccounts(serve, dependencies);
  refuseOtherMethods();
  setUpProblems(app, { logger });
  return app;
}
