import { internalOperations } from "@platen/contracts/internal";
import { Reply } from "@platen/http";
import { createServeBoth } from "../auth/serve-both.ts";
import type { Serve } from "../auth/serve.ts";
import type { SourceAssets } from "./source-assets.ts";
import type { Assets } from "./assets.ts";
import type { AssetRow } from "./asset-row.ts";

function toAsset({ meta, ...asset }: AssetRow) {
  return { ...asset, ...meta };
}

/** The bytes of a file, under the last part of its name. */
function toFile(bytes: Buffer, { name, contentType }: { name: string; contentType: string }): Reply {
  const filename = name.slice(name.lastIndexOf("/") + 1);
  return new Reply({
    bytes,
    headers: { "Content-Type": contentType, "Content-Disposition": `attachment; filename="${filename}"` },
  });
}

export function serveAssets(
  serve: Serve,
  {
    assets,
    sourceAssets,
  }: {
    assets: Assets;
    sourceAssets: SourceAssets;
  },
): void {
  const operations = internalOperations;
  const serveBoth = createServeBoth(serve);

  serveBoth(operations.listAssets, operations.listKeyAssets, async ({ query }, { projectId }) => {
    const { rows, pagination } = await assets.list(projectId, query);
    return { assets: rows.map(toAsset), pagination };
  });
  serveBoth(operations.uploadAsset, operations.uploadKeyAsset, async ({ query, bytes }, { projectId, author }) =>
    toAsset(await assets.upload(projectId, { name: query.name, bytes, savedBy: author?.accountId ?? null })),
  );
  serveBoth(operations.getAsset, operations.getKeyAsset, async ({ params }) => toAsset(await assets.get(params)));
  serveBoth(operations.getAssetContent, operations.getKeyAssetContent, async ({ params }) => {
    const asset = await assets.get(params);
    return toFile(await assets.content(params.projectId, asset), asset);
  });
  serveBoth(operations.getAssetUses, operations.getKeyAssetUses, ({ params }) => assets.uses(params));
  serveBoth(operations.renameAsset, operations.renameKeyAsset, async ({ params, body }) =>
    toAsset(await assets.rename(params, body.name)),
  );
  serveBoth(operations.deleteAsset, operations.deleteKeyAsset, ({ params }) => assets.remove(params));

  serve("grant", operations.getSourceAsset, async ({ params }, { grant }) => {
    const { bytes, contentType } = await sourceAssets.get(grant, params);
    return toFile(bytes, { name: params.sha256, contentType });
  });
}
