-- AlterEnum
ALTER TYPE "money_event" ADD VALUE 'revenue_paid';
ALTER TYPE "money_event" ADD VALUE 'revenue_returned';

-- CreateTable
CREATE TABLE "revenue_payouts" (
    "source" TEXT NOT NULL,
    "builder_id" TEXT NOT NULL,
    "reference" TEXT NOT NULL,
    "number" BIGSERIAL NOT NULL,
    "amount_micro_usdc" BIGINT NOT NULL,
    "gas_fee_micro_usdc" BIGINT NOT NULL,
    "max_gas_fee_micro_usdc" BIGINT NOT NULL,
    "recipient_kind" TEXT NOT NULL,
    "recipient" BYTEA NOT NULL,
    "allow_program_address" BOOLEAN NOT NULL,
    "withdrawal_id" BYTEA,
    "accepted_seq" BIGINT NOT NULL,
    "created_ms" BIGINT NOT NULL,

    CONSTRAINT "revenue_payouts_pkey" PRIMARY KEY ("source","builder_id","reference")
);

-- CreateIndex
CREATE UNIQUE INDEX "revenue_payouts_number_key" ON "revenue_payouts"("number");

-- CreateIndex
CREATE INDEX "revenue_payouts_source_builder_id_number_idx" ON "revenue_payouts"("source", "builder_id", "number");
