-- Transfers that share a message of the bridge.
ALTER TABLE "transfers" ADD COLUMN "split" BYTEA;
ALTER TABLE "transfers" ADD COLUMN "share" INTEGER NOT NULL DEFAULT 0;
DROP INDEX "transfers_source_signature_key";
CREATE UNIQUE INDEX "transfers_source_signature_share_key" ON "transfers"("source_signature", "share");
DROP INDEX "transfers_direction_sequence_key";
CREATE UNIQUE INDEX "transfers_direction_sequence_share_key" ON "transfers"("direction", "sequence", "share");
