import type { MigrationInterface, QueryRunner } from "typeorm";

/** How often messages were sent again by request, by the hour: of a message and of an account, whose ids are holders. */
export class DeliveryRetries0032 implements MigrationInterface {
  readonly name = "DeliveryRetries0000000000032";

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `CREATE TABLE delivery_retries (
         holder text COLLATE "C" NOT NULL,
         hour timestamptz(3) NOT NULL,
         count integer NOT NULL,
         PRIMARY KEY (holder, hour)
       )`,
    );
  }

  down(): Promise<void> {
    return Promise.reject(new Error("Migrations go forward only."));
  }
}
