-- CreateTable
CREATE TABLE "alarms" (
    "alarm_id" BIGSERIAL NOT NULL,
    "app" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "details_hash" BYTEA NOT NULL,
    "details" JSONB NOT NULL,
    "times" BIGINT NOT NULL,
    "first_ms" BIGINT NOT NULL,
    "last_ms" BIGINT NOT NULL,

    CONSTRAINT "alarms_pkey" PRIMARY KEY ("alarm_id")
);

-- CreateIndex
CREATE INDEX "alarms_app_alarm_id_idx" ON "alarms"("app", "alarm_id");

-- CreateIndex
CREATE UNIQUE INDEX "alarms_app_kind_details_hash_key" ON "alarms"("app", "kind", "details_hash");

-- CreateIndex
CREATE INDEX "builders_created_ms_builder_id_idx" ON "builders"("created_ms", "builder_id");

-- CreateIndex
CREATE INDEX "ledger_accounts_kind_account_id_idx" ON "ledger_accounts"("kind", "account_id");
