-- Deposits that share a message of the bridge, and what is paid out of their split accounts.
ALTER TABLE "deposits" ADD COLUMN "split" BYTEA;
ALTER TABLE "deposits" ADD COLUMN "share" INTEGER NOT NULL DEFAULT 0;
DROP INDEX "deposits_transfer_sequence_key";
CREATE UNIQUE INDEX "deposits_transfer_sequence_share_key" ON "deposits"("transfer_sequence", "share");
CREATE INDEX "deposits_split_idx" ON "deposits"("split");
ALTER TABLE "main_arrivals" ADD COLUMN "split" BYTEA;
ALTER TABLE "main_arrivals" ADD COLUMN "share" INTEGER NOT NULL DEFAULT 0;
