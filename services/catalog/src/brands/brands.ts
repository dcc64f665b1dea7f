import { Problem, type Brand } from "@platen/contracts";
import type { DataSource, EntityManager } from "typeorm";
import { lockOfProject } from "../database/quota.ts";
import { queryRows } from "../database/rows.ts";
import { findBrandUses, refuseRemovedVariables, type BrandUses } from "./brand-uses.ts";
import { withVariables, type GivenColour } from "./colour-variables.ts";

/** Of a project whose members have not saved any. */
const none: Brand = { colours: [], textFont: null, headingFont: null, logoAssetId: null, legalLine: "" };

type GivenBrand = Omit<Brand, "colours"> & { colours: GivenColour[] };

/** Reads the brand of a project. */
export async function readBrand(manager: EntityManager, projectId: string): Promise<Brand> {
  const [row] = await queryRows<Brand>(
    manager,
    `SELECT colours, text_font AS "textFont", heading_font AS "headingFont",
            logo_asset_id AS "logoAssetId", legal_line AS "legalLine"
     FROM project_brands WHERE project_id = $1`,
    [projectId],
  );
  return row ?? none;
}

/** The colours, fonts, logo and legal line that Design offers in a project. */
export function createBrands(dataSource: DataSource) {
  return {
    get(projectId: string): Promise<Brand> {
      return readBrand(dataSource.manager, projectId);
    },

    async uses(projectId: string): Promise<BrandUses> {
      return findBrandUses(dataSource.manager, projectId, await readBrand(dataSource.manager, projectId));
    },

    /** Replaces the brand. The logo must be a picture of the project, and drafts keep the variables that they need. */
    async save(projectId: string, given: GivenBrand): Promise<Brand> {
      const before = await readBrand(dataSource.manager, projectId);
      const brand = { ...given, colours: withVariables(given.colours, before.colours) };
      await refuseRemovedVariables(dataSource.manager, projectId, { before, after: brand });
      const { colours, textFont, headingFont, logoAssetId, legalLine } = brand;
      await dataSource.transaction(async (manager) => {
        const [project] = await queryRows(manager, lockOfProject, [projectId]);
        if (!project) throw new Problem("project.not_found");
        // The lock keeps the asset until the row refers to it.
        const [logo] = await queryRows(
          manager,
          "SELECT 1 FROM assets WHERE asset_id = $1 AND project_id = $2 AND kind = 'picture' FOR KEY SHARE",
          [logoAssetId, projectId],
        );
        if (logoAssetId !== null && !logo) {
          const message = "must be the id of a picture of the project's library";
          const details = [{ path: "logoAssetId", message }];
          throw new Problem("request.invalid", { message: `\`logoAssetId\` ${message}.`, details });
        }
        await queryRows(
          manager,
          `INSERT INTO project_brands (project_id, colours, text_font, heading_font, logo_asset_id, legal_line)
           VALUES ($1, $2, $3, $4, $5, $6)
           ON CONFLICT (project_id) DO UPDATE SET
             colours = EXCLUDED.colours, text_font = EXCLUDED.text_font, heading_font = EXCLUDED.heading_font,
             logo_asset_id = EXCLUDED.logo_asset_id, legal_line = EXCLUDED.legal_line`,
          [projectId, JSON.stringify(colours), textFont, headingFont, logoAssetId, legalLine],
        );
      });
      return brand;
    },
  };
}

export type Brands = ReturnType<typeof createBrands>;
