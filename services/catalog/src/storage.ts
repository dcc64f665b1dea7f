import { loadConfig } from "@platen/config";
import { createMarkedStorage } from "@platen/storage";
import { storageCommandVariables, storageOf } from "./config.ts";
import { openCommandDataSource } from "./data-source.ts";
import { createNoteLoss } from "./documents/lost-contents.ts";
import { compareFiles } from "./storage/compare-files.ts";
import { adoptStorage, createOwnStorageId } from "./storage/storage-owner.ts";

const [command = "", argument, ...others] = process.argv.slice(2);
const isCompare = command === "compare" && (argument === undefined || argument === "--apply");
if ((!isCompare && command !== "adopt") || others.length > 0) {
  process.stderr.write(
    "usage: node src/storage.ts compare [--apply]\n       node src/storage.ts adopt [<id in the mark>]\n",
  );
  process.exit(2);
}

const quiet = () => undefined;
const print = (line: object) => process.stdout.write(`${JSON.stringify(line)}\n`);

// oxlint-disable-next-line node/no-process-env -- a command is an entry point, as main.ts is.
const config = loadConfig(storageCommandVariables, process.env);
const dataSource = await openCommandDataSource(config.DATABASE_URL);
try {
  const given = storageOf(config);
  if (given === undefined) throw new Error("STORAGE_URL is not set: this installation keeps no PDFs.");
  if (isCompare) {
    const storage = createMarkedStorage(given, { ownId: createOwnStorageId(dataSource) });
    const noteLoss = createNoteLoss({ dataSource, countLost: quiet, logger: { info: quiet, error: quiet } });
    const counts = { filesWithoutRow: 0, rowsWithoutFile: 0, lostFilesBack: 0 };
    const apply = argument === "--apply";
    for await (const difference of compareFiles({ dataSource, storage, noteLoss, apply })) {
      if (difference.problem === "file without a row") counts.filesWithoutRow += 1;
      else if (difference.problem === "row without a file") counts.rowsWithoutFile += 1;
      else counts.lostFilesBack += 1;
      print(difference);
    }
    print({ ...counts, applied: apply });
  } else print({ adopted: await adoptStorage(dataSource, given, argument) });
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
} finally {
  await dataSource.destroy();
}
