import { internalOperations as operations } from "@platen/contracts/internal";
import type { Serve } from "../auth/serve.ts";
import type { Brands } from "./brands.ts";

export function serveBrands(serve: Serve, { brands }: { brands: Brands }): void {
  serve("member", operations.getBrand, (_request, { projectId }) => brands.get(projectId));
  serve("member", operations.saveBrand, ({ body }, { projectId }) => brands.save(projectId, body));
  serve("member", operations.getBrandUses, (_request, { projectId }) => brands.uses(projectId));
}
