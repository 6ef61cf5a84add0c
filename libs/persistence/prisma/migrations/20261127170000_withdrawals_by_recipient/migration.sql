-- CreateIndex
CREATE INDEX "withdrawals_recipient_idx" ON "withdrawals"("recipient");
