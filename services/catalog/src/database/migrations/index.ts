import { InitialSchema0001 } from "./0001-initial-schema.ts";
import { DataSets0002 } from "./0002-data-sets.ts";
import { AuthorsAndApiKeys0003 } from "./0003-authors-and-api-keys.ts";
import { OwnerAccounts0004 } from "./0004-owner-accounts.ts";
import { Accounts0005 } from "./0005-accounts.ts";
import { DocumentsKeyIndex0006 } from "./0006-documents-key-index.ts";
import { TemplateDialects0007 } from "./0007-template-dialects.ts";
import { DocumentWarnings0008 } from "./0008-document-warnings.ts";
import { Translations0009 } from "./0009-translations.ts";
import { InlineHtml0010 } from "./0010-inline-html.ts";
import { Assets0011 } from "./0011-assets.ts";
import { Snippets0012 } from "./0012-snippets.ts";
import { SourceLibrary0013 } from "./0013-source-library.ts";
import { PublishingKeys0014 } from "./0014-publishing-keys.ts";
import { DocumentContents0015 } from "./0015-document-contents.ts";
import { RequestIds0016 } from "./0016-request-ids.ts";
import { BackgroundDocuments0017 } from "./0017-background-documents.ts";
import { Brands0018 } from "./0018-brands.ts";
import { Deliveries0019 } from "./0019-deliveries.ts";
import { Batches0020 } from "./0020-batches.ts";
import { KeptRequests0022 } from "./0022-kept-requests.ts";
import { PartitionedDocuments0023 } from "./0023-partitioned-documents.ts";
import { BatchesOfMembers0024 } from "./0024-batches-of-members.ts";
import { DeletedBatches0025 } from "./0025-deleted-batches.ts";
import { BatchCallbacks0026 } from "./0026-batch-callbacks.ts";
import { Links0027 } from "./0027-links.ts";
import { ContentRetention0028 } from "./0028-content-retention.ts";
import { SealedWaitingData0029 } from "./0029-sealed-waiting-data.ts";
import { Usage0030 } from "./0030-usage.ts";
import { UsageBefore0031 } from "./0031-usage-before.ts";
import { DeliveryRetries0032 } from "./0032-delivery-retries.ts";
import { KeyMakers0033 } from "./0033-key-makers.ts";
import { FileNames0034 } from "./0034-file-names.ts";
import { StorageOwner0035 } from "./0035-storage-owner.ts";
import { LostContents0036 } from "./0036-lost-contents.ts";
import { SecretsKeys0037 } from "./0037-secrets-keys.ts";
import { DatabaseEpoch0038 } from "./0038-database-epoch.ts";
import { LeaseTurns0039 } from "./0039-lease-turns.ts";
import { LeaseIndexes0040 } from "./0040-lease-indexes.ts";

/** All migrations, oldest first. A released migration never changes: each change of the schema is a new migration. */
export const migrations = [
  InitialSchema0001,
  DataSets0002,
  AuthorsAndApiKeys0003,
  OwnerAccounts0004,
  Accounts0005,
  DocumentsKeyIndex0006,
  TemplateDialects0007,
  DocumentWarnings0008,
  Translations0009,
  InlineHtml0010,
  Assets0011,
  Snippets0012,
  SourceLibrary0013,
  PublishingKeys0014,
  DocumentContents0015,
  RequestIds0016,
  BackgroundDocuments0017,
  Brands0018,
  Deliveries0019,
  Batches0020,
  KeptRequests0022,
  PartitionedDocuments0023,
  BatchesOfMembers0024,
  DeletedBatches0025,
  BatchCallbacks0026,
  Links0027,
  ContentRetention0028,
  SealedWaitingData0029,
  Usage0030,
  UsageBefore0031,
  DeliveryRetries0032,
  KeyMakers0033,
  FileNames0034,
  StorageOwner0035,
  LostContents0036,
  SecretsKeys0037,
  DatabaseEpoch0038,
  LeaseTurns0039,
  LeaseIndexes0040,
] as const;
