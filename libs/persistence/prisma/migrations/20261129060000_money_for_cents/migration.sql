-- What deposits could not pay of their own cost, and the rent of the exchange's own accounts.
ALTER TABLE "deposits" ADD COLUMN "gas_short_micro_usdc" BIGINT NOT NULL DEFAULT 0;
CREATE INDEX "deposits_gas_short_micro_usdc_idx" ON "deposits"("gas_short_micro_usdc");

CREATE TABLE "account_rents" (
    "purpose" TEXT NOT NULL,
    "chain" TEXT NOT NULL,
    "account" BYTEA NOT NULL,
    "kind" TEXT NOT NULL,
    "user_key" BYTEA NOT NULL,
    "lamports" BIGINT NOT NULL,
    "closing_purpose" TEXT,
    "created_ms" BIGINT NOT NULL,
    "closed_ms" BIGINT,
    "due_ms" BIGINT,
    "lease_until_ms" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "account_rents_pkey" PRIMARY KEY ("purpose")
);
CREATE INDEX "account_rents_due_ms_idx" ON "account_rents"("due_ms");
CREATE INDEX "account_rents_closed_ms_idx" ON "account_rents"("closed_ms");
