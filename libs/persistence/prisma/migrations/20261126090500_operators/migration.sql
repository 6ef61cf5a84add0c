-- AlterTable
ALTER TABLE "audit_rows" ADD COLUMN     "operator" TEXT;

-- CreateTable
CREATE TABLE "operators" (
    "name" TEXT NOT NULL,
    "roles" TEXT[],
    "key_hash" BYTEA NOT NULL,
    "generation" INTEGER NOT NULL,
    "added_by" TEXT NOT NULL,
    "created_ms" BIGINT NOT NULL,
    "last_used_ms" BIGINT,
    "rotated_ms" BIGINT,
    "revoked_ms" BIGINT,

    CONSTRAINT "operators_pkey" PRIMARY KEY ("name")
);

-- CreateTable
CREATE TABLE "confirmations" (
    "confirmation_id" BIGSERIAL NOT NULL,
    "operator" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "method" TEXT NOT NULL,
    "path" TEXT NOT NULL,
    "body" TEXT NOT NULL,
    "act_hash" BYTEA NOT NULL,
    "asked_ms" BIGINT NOT NULL,
    "ends_ms" BIGINT NOT NULL,
    "decision" TEXT,
    "decided_by" TEXT,
    "decided_ms" BIGINT,

    CONSTRAINT "confirmations_pkey" PRIMARY KEY ("confirmation_id")
);

-- CreateIndex
CREATE INDEX "confirmations_act_hash_ends_ms_idx" ON "confirmations"("act_hash", "ends_ms");

-- CreateIndex
CREATE INDEX "confirmations_ends_ms_idx" ON "confirmations"("ends_ms");

-- CreateIndex
CREATE INDEX "audit_rows_operator_audit_id_idx" ON "audit_rows"("operator", "audit_id");
