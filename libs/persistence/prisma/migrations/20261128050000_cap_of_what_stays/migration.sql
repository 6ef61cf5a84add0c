-- The daily cap counts what stays: what was withdrawn again on the same day is given back.
ALTER TABLE "daily_cap" ADD COLUMN "returned_micro_usdc" BIGINT NOT NULL DEFAULT 0;
CREATE INDEX "deposits_reserved_day_idx" ON "deposits"("reserved_day");
