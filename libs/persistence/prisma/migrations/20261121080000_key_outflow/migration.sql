-- A key without the scope `withdraw` lets nothing out; keys that had it before are given their cap anew.
ALTER TABLE "api_keys" ADD COLUMN "daily_outflow_micro_usdc" BIGINT NOT NULL DEFAULT 0;
