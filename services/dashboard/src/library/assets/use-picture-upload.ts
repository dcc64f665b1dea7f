import { operations, type Asset } from "@platen/contracts";
import { useQueryClient } from "@tanstack/react-query";
import { useProject } from "../../components/project-context.ts";
import { allAssetsQuery } from "../use-library.ts";
import { assetBytesQuery } from "./asset-bytes.ts";
import { assetNameOf, freeAssetName } from "./asset-file.ts";
import { uploadCandidate, type Candidate } from "./candidate.ts";
import { drawnName } from "./scale-picture.ts";

async function hasSameBytes(one: Blob, other: Blob): Promise<boolean> {
  if (one.size !== other.size) return false;
  const [a, b] = (await Promise.all([one.arrayBuffer(), other.arrayBuffer()])).map((buffer) => new Uint8Array(buffer));
  return a !== undefined && b !== undefined && a.every((byte, index) => byte === b[index]);
}

/**
 * Returns a function that uploads a picture under a name that is still free. If the library has the file under its name
 * already, it returns that asset.
 */
export function usePictureUpload(): (candidate: Candidate, isScaled: boolean) => Promise<Asset> {
  const { projectId } = useProject();
  const queryClient = useQueryClient();
  return async (candidate, isScaled) => {
    const written = assetNameOf(candidate.file.name);
    const wanted = isScaled && candidate.smaller ? drawnName(written) : written;
    const assets = await queryClient.fetchQuery({ ...allAssetsQuery(projectId), staleTime: 0 });
    const known = assets.find(({ name }) => name === wanted);
    if (known && known.sizeBytes === candidate.file.size) {
      const bytes = await queryClient.fetchQuery(assetBytesQuery(projectId, known));
      if (await hasSameBytes(bytes, candidate.file)) return known;
    }
    const name = freeAssetName(
      wanted,
      assets.map((asset) => asset.name),
    );
    const asset = await uploadCandidate(projectId, candidate, { name, isScaled });
    await queryClient.invalidateQueries({ queryKey: [operations.listAssets.member.operationId] });
    return asset;
  };
}
