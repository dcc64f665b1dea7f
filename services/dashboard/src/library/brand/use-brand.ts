import { operations, type Asset, type Brand } from "@platen/contracts";
import { useQuery } from "@tanstack/react-query";
import { operationQuery } from "../../api/operation-query.ts";
import { useProject } from "../../components/project-context.ts";
import { useLibrary } from "../use-library.ts";

/** The project's colours, fonts, logo and legal line; undefined while they load. */
export function useBrand(): { brand: Brand | undefined; logo: Asset | undefined } {
  const { projectId } = useProject();
  const { data: brand } = useQuery(operationQuery(operations.getBrand, { params: { projectId } }));
  const { assets } = useLibrary();
  return { brand, logo: brand && assets.find(({ assetId }) => assetId === brand.logoAssetId) };
}
