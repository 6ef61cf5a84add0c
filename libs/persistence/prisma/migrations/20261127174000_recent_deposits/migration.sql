-- CreateIndex
CREATE INDEX "deposits_updated_ms_idx" ON "deposits"("updated_ms");

-- CreateIndex
CREATE INDEX "gas_charges_created_ms_idx" ON "gas_charges"("created_ms");
