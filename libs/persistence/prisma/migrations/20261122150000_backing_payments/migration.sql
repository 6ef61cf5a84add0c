-- AlterTable
ALTER TABLE "backings" ADD COLUMN     "payment_seq" BIGINT;

-- Until now each was paid for by itself.
UPDATE "backings" SET "payment_seq" = "seq";

-- CreateIndex
CREATE INDEX "backings_payment_seq_idx" ON "backings"("payment_seq");
