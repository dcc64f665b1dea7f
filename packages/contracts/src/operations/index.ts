import * as accounts from "./accounts.ts";
import * as apiKeys from "./api-keys.ts";
import * as assets from "./assets.ts";
import * as batches from "./batches.ts";
import * as brand from "./brand.ts";
import * as deliveries from "./deliveries.ts";
import * as documents from "./documents.ts";
import * as links from "./links.ts";
import * as members from "./members.ts";
import * as presence from "./presence.ts";
import * as usage from "./usage.ts";
import * as projectBatches from "./project-batches.ts";
import * as projects from "./projects.ts";
import * as snippets from "./snippets.ts";
import * as templates from "./templates.ts";
import * as translations from "./translations.ts";

/** Every operation the gateway serves, by its operationId. */
export const operations = {
  ...documents,
  ...batches,
  ...projectBatches,
  ...deliveries,
  ...links,
  ...templates,
  ...presence,
  ...usage,
  ...assets,
  ...snippets,
  ...translations,
  ...projects,
  ...brand,
  ...apiKeys,
  ...members,
  ...accounts,
};

export type OperationId = keyof typeof operations;
