-- Withdrawals that share a transaction, and so a message of the bridge.
ALTER TABLE "withdrawals" ADD COLUMN "split" BYTEA;
ALTER TABLE "withdrawals" ADD COLUMN "share" INTEGER NOT NULL DEFAULT 0;
DROP INDEX "withdrawals_sequence_key";
