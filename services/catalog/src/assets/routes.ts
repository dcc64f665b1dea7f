import { internalOperations as operations } from "@platen/contracts/internal";
import { Reply } from "@platen/http";
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
  { assets, sourceAssets }: { assets: Assets; sourceAssets: SourceAssets },
): void {
  serve("keyOrMember", operations.listAssets, async ({ query }, { projectId }) => {
    const { rows, pagination } = await assets.list(projectId, query);
    return { assets: rows.map(toAsset), pagination };
  });
  serve("keyOrMember", operations.uploadAsset, async ({ query, bytes }, { projectId, author }) =>
    toAsset(await assets.upload(projectId, { name: query.name, bytes, savedBy: author?.accountId ?? null })),
  );
  serve("keyOrMember", operations.getAsset, async ({ params }, { projectId }) =>
    toAsset(await assets.get({ ...params, projectId })),
  );
  serve("keyOrMember", operations.getAssetContent, async ({ params }, { projectId }) => {
    const asset = await assets.get({ ...params, projectId });
    return toFile(await assets.content(projectId, asset), asset);
  });
  serve("keyOrMember", operations.getAssetUses, ({ params }, { projectId }) => assets.uses({ ...params, projectId }));
  serve("keyOrMember", operations.renameAsset, async ({ params, body }, { projectId }) =>
    toAsset(await assets.rename({ ...params, projectId }, body.name)),
  );
  serve("keyOrMember", operations.deleteAsset, ({ params }, { projectId }) => assets.remove({ ...params, projectId }));

  serve("grant", operations.getSourceAsset, async ({ params }, { grant }) => {
    const { bytes, contentType } = await sourceAssets.get(grant, params);
    return toFile(bytes, { name: params.sha256, contentType });
  });
}
