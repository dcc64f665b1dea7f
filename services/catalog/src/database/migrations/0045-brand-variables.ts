import type { MigrationInterface, QueryRunner } from "typeorm";
import { queryRows } from "../rows.ts";

type Colour = { name: string; value: string; variable?: string };

const roles = ["main", "text-font", "heading-font"];
const longestName = 50;
const mostRows = 500;

function variableLike(name: string): string {
  const plain = name.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();
  const words = plain.match(/[a-z0-9]+/g) ?? ["colour"];
  return words.join("-").slice(0, longestName).replace(/-$/, "");
}

/** Names variables as Platen did when it read such colours, because drafts use these names. */
function withVariables(colours: readonly Colour[]): Colour[] {
  const taken = new Set([...roles, ...colours.flatMap(({ variable }) => variable ?? [])]);
  return colours.map((colour) => {
    if (colour.variable !== undefined) return colour;
    const first = variableLike(colour.name);
    let variable = first;
    for (let number = 2; taken.has(variable); number += 1) variable = `${first}-${number}`;
    taken.add(variable);
    return { ...colour, variable };
  });
}

/** Colours that were saved before brands had CSS variables get theirs. */
export class BrandVariables0045 implements MigrationInterface {
  readonly name = "BrandVariables0000000000045";

  async up(queryRunner: QueryRunner): Promise<void> {
    const unnamed = () =>
      queryRows<{ projectId: string; colours: Colour[] }>(
        queryRunner.manager,
        `SELECT project_id AS "projectId", colours FROM project_brands
         WHERE jsonb_path_exists(colours, '$[*] ? (!exists(@.variable))') LIMIT ${mostRows} FOR UPDATE`,
      );
    for (let rows = await unnamed(); rows.length > 0; rows = await unnamed()) {
      await queryRunner.query(
        `UPDATE project_brands AS b SET colours = named.colours
         FROM unnest($1::text[], $2::jsonb[]) AS named (project_id, colours) WHERE b.project_id = named.project_id`,
        [rows.map(({ projectId }) => projectId), rows.map(({ colours }) => JSON.stringify(withVariables(colours)))],
      );
    }
  }

  down(): Promise<void> {
    return Promise.reject(new Error("Migrations go forward only."));
  }
}
