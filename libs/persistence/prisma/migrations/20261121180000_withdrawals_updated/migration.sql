-- CreateIndex
CREATE INDEX "withdrawals_updated_ms_idx" ON "withdrawals"("updated_ms");
