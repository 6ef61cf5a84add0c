-- CreateIndex
CREATE INDEX "deposits_user_key_reserved_day_idx" ON "deposits"("user_key", "reserved_day");
