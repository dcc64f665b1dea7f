import { randomUUID } from "node:crypto";
import { createMarkedStorage, type Storage } from "@platen/storage";
import type { Logger } from "@platen/telemetry";
import type { DataSource } from "typeorm";
import { createDocumentContents } from "./documents/document-contents.ts";
import { createNoteLoss } from "./documents/lost-contents.ts";
import { createStorageWatch } from "./documents/storage-watch.ts";
import type { Metrics } from "./metrics.ts";
import { createOwnStorageId } from "./storage/storage-owner.ts";

type KeptPdfsDependencies = {
  dataSource: DataSource;
  storage: Storage | undefined;
  metrics: Metrics;
  logger: Logger;
};

/** Builds the parts that keep PDFs, and that watch whether their storage works. Without a storage none are kept. */
export function createKeptPdfs({ dataSource, storage: given, metrics, logger }: KeptPdfsDependencies) {
  const checkName = randomUUID();
  const storage =
    given &&
    createMarkedStorage(given, {
      ownId: createOwnStorageId(dataSource),
      onLook: (isRight) => metrics.setStorageRecognized(isRight),
    });
  const checkStorage = async () => storage?.check(checkName);
  const storageWatch = createStorageWatch({ check: checkStorage, logger });
  if (storage) metrics.observeStorage(() => !storageWatch.isAway());
  const contents = createDocumentContents({
    dataSource,
    storage,
    logger,
    watch: storageWatch,
    countFailure: () => metrics.countStorageFailure(),
    noteLoss: createNoteLoss({ dataSource, countLost: () => metrics.countLostContent(), logger }),
  });

  return { contents, storageWatch, checkStorage };
}
