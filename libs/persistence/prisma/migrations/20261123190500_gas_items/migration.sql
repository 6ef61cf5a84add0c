-- AlterTable
ALTER TABLE "withdrawals" ADD COLUMN     "gas_items" JSONB,
ADD COLUMN     "reserve_micro_usdc" BIGINT NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "transfers" ADD COLUMN     "reserve_micro_usdc" BIGINT NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "gas_charges" ADD COLUMN     "deposit_id" BYTEA,
ADD COLUMN     "items" JSONB;

-- CreateIndex
CREATE INDEX "gas_charges_deposit_id_idx" ON "gas_charges"("deposit_id");

-- CreateTable
CREATE TABLE "gas_reserve" (
    "reserve_id" INTEGER NOT NULL,
    "collected_micro_usdc" BIGINT NOT NULL,
    "spent_micro_usdc" BIGINT NOT NULL,
    "updated_ms" BIGINT NOT NULL,

    CONSTRAINT "gas_reserve_pkey" PRIMARY KEY ("reserve_id")
);

INSERT INTO "gas_reserve" ("reserve_id", "collected_micro_usdc", "spent_micro_usdc", "updated_ms")
VALUES (1, 0, 0, 0);
