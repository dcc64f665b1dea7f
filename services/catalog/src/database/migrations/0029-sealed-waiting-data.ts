import type { MigrationInterface, QueryRunner } from "typeorm";

const statements = [
  // Either `input` or `sealed`. A catalog of an earlier release leases no document without `input_bytes`: it could not read
  // the sealed data, and the document waits for a catalog that can.
  `ALTER TABLE document_inputs
     ADD COLUMN sealed bytea,
     ADD COLUMN sealed_input_bytes integer,
     ALTER COLUMN input DROP NOT NULL,
     ALTER COLUMN input_bytes DROP NOT NULL`,
  // Either `data` or `sealed`. A catalog of an earlier release fails to read a sealed chunk, and the courier asks again.
  `ALTER TABLE batch_chunks
     ADD COLUMN sealed bytea,
     ADD COLUMN stored_bytes integer,
     ALTER COLUMN data DROP NOT NULL`,
  // Encrypted bytes do not shrink.
  `ALTER TABLE document_inputs ALTER COLUMN sealed SET STORAGE EXTERNAL`,
  `ALTER TABLE batch_chunks ALTER COLUMN sealed SET STORAGE EXTERNAL`,
];

/** Encrypted data of documents and rows that wait. Data that are stored already stay open. */
export class SealedWaitingData0029 implements MigrationInterface {
  readonly name = "SealedWaitingData0000000000029";

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of statements) await queryRunner.query(statement);
  }

  down(): Promise<void> {
    return Promise.reject(new Error("Migrations go forward only."));
  }
}
