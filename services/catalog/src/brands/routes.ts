import { internalOperations } from "@platen/contracts/internal";
import type { Serve } from "../auth/serve.ts";
import type { Dependencies } from "../dependencies.ts";

export function serveBrands(serve: Serve, { brands }: Dependencies): void {
  const operations = internalOperations;

  serve("member", operations.getBrand, (_request, { projectId }) => brands.get(projectId));
  serve("member", operations.saveBrand, ({ body }, { projectId }) => brands.save(projectId, body));
}
