import { internalOperations } from "@platen/contracts/internal";
import { Reply } from "@platen/http";
import type { Serve } from "../auth/serve.ts";
import type { Dependencies } from "../dependencies.ts";
import type { AssetRow } from "./assets.ts";

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

export function serveAssets(serve: Serve, { assets, sourceAssets }: Dependencies): void {
  const operations = internalOperations;

  serve("member", operations.listAssets, async ({ params, query }) => {
    const { rows, pagination } = await assets.list(params.projectId, query);
    return { assets: rows.map(toAsset), pagination };
  });
  serve("member", operations.uploadAsset, async ({ params: { projectId }, query: { name }, bytes }, { account }) =>
    toAsset(await assets.upload(projectId, { name, bytes, savedBy: account.accountId })),
  );
  serve("member", operations.getAsset, async ({ params }) => toAsset(await assets.get(params)));
  serve("member", operations.getAssetContent, async ({ params }) => {
    const asset = await assets.get(params);
    return toFile(await assets.content(params.projectId, asset), asset);
  });
  serve("member", operations.getAssetUses, ({ params }) => assets.uses(params));
  serve("member", operations.renameAsset, async ({ params, body }) => toAsset(await assets.rename(params, body.name)));
  serve("member", operations.deleteAsset, ({ params }) => assets.remove(params));

  serve("key", operations.listKeyAssets, async ({ query }, { projectId }) => {
    const { rows, pagination } = await assets.list(projectId, query);
    return { assets: rows.map(toAsset), pagination };
  });
  serve("key", operations.uploadKeyAsset, async ({ query: { name }, bytes }, { projectId }) =>
    toAsset(await assets.upload(projectId, { name, bytes, savedBy: null })),
  );
  serve("key", operations.getKeyAsset, async ({ params }, { projectId }) =>
    toAsset(await assets.get({ ...params, projectId })),
  );
  serve("key", operations.getKeyAssetContent, async ({ params }, { projectId }) => {
    const asset = await assets.get({ ...params, projectId });
    return toFile(await assets.content(projectId, asset), asset);
  });
  serve("key", operations.renameKeyAsset, async ({ params, body }, { projectId }) =>
    toAsset(await assets.rename({ ...params, projectId }, body.name)),
  );
  serve("key", operations.deleteKeyAsset, ({ params }, { projectId }) => assets.remove({ ...params, projectId }));

  serve("grant", operations.getSourceAsset, async ({ params }, { grant }) => {
    const { bytes, contentType } = await sourceAssets.get(grant, params);
    return toFile(bytes, { name: params.sha256, contentType });
  });
}
