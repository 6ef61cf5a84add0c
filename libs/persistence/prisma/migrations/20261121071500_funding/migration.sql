-- CreateTable
CREATE TABLE "watched_addresses" (
    "watch_id" BIGSERIAL NOT NULL,
    "user_key" BYTEA NOT NULL,
    "deposit_address" BYTEA NOT NULL,
    "deposit_usdc_account" BYTEA NOT NULL,
    "proxy_wallet" BYTEA NOT NULL,
    "proxy_usdc_account" BYTEA NOT NULL,
    "created_ms" BIGINT NOT NULL,

    CONSTRAINT "watched_addresses_pkey" PRIMARY KEY ("watch_id")
);

-- CreateTable
CREATE TABLE "scan_cursors" (
    "chain" TEXT NOT NULL,
    "slot" BIGINT NOT NULL,
    "block_hash" BYTEA NOT NULL,
    "updated_ms" BIGINT NOT NULL,

    CONSTRAINT "scan_cursors_pkey" PRIMARY KEY ("chain")
);

-- CreateTable
CREATE TABLE "deposits" (
    "deposit_id" BYTEA NOT NULL,
    "number" BIGSERIAL NOT NULL,
    "user_key" BYTEA NOT NULL,
    "source" TEXT NOT NULL,
    "chain" TEXT NOT NULL,
    "tx_signature" BYTEA NOT NULL,
    "account_index" INTEGER NOT NULL,
    "slot" BIGINT NOT NULL,
    "mint" BYTEA,
    "source_token" TEXT NOT NULL,
    "source_amount" DECIMAL(20,0) NOT NULL,
    "amount_micro_usdc" BIGINT NOT NULL,
    "tier" SMALLINT,
    "phase" TEXT NOT NULL,
    "step" TEXT NOT NULL,
    "reason" TEXT,
    "stage" TEXT,
    "retryable" BOOLEAN NOT NULL,
    "attempt" INTEGER NOT NULL,
    "retry_at_ms" BIGINT,
    "released" BOOLEAN NOT NULL,
    "reserved_day" INTEGER,
    "reserved_micro_usdc" BIGINT,
    "transfer_id" TEXT,
    "transfer_sequence" BIGINT,
    "swap_signature" BYTEA,
    "bridge_signature" BYTEA,
    "main_signature" BYTEA,
    "credit_seq" BIGINT,
    "credited_micro_usdc" BIGINT NOT NULL,
    "history" JSONB NOT NULL,
    "detected_ms" BIGINT NOT NULL,
    "updated_ms" BIGINT NOT NULL,
    "due_ms" BIGINT,
    "lease_until_ms" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "deposits_pkey" PRIMARY KEY ("deposit_id")
);

-- CreateTable
CREATE TABLE "main_arrivals" (
    "tx_signature" BYTEA NOT NULL,
    "account_index" INTEGER NOT NULL,
    "user_key" BYTEA NOT NULL,
    "kind" TEXT NOT NULL,
    "amount_micro_usdc" BIGINT NOT NULL,
    "slot" BIGINT NOT NULL,
    "tx_index" INTEGER NOT NULL,
    "transfer_sequence" BIGINT,
    "deposit_id" BYTEA,
    "credit_seq" BIGINT,
    "found_ms" BIGINT NOT NULL,

    CONSTRAINT "main_arrivals_pkey" PRIMARY KEY ("tx_signature","account_index")
);

-- CreateTable
CREATE TABLE "chain_credits" (
    "user_key" BYTEA NOT NULL,
    "credit_seq" BIGINT NOT NULL,
    "amount_micro_usdc" BIGINT NOT NULL,
    "tx_signature" BYTEA NOT NULL,
    "slot" BIGINT NOT NULL,
    "tx_index" INTEGER NOT NULL,
    "attribution" TEXT NOT NULL,
    "difference_micro_usdc" BIGINT NOT NULL,
    "found_ms" BIGINT NOT NULL,
    "engine_ms" BIGINT,
    "lease_until_ms" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "chain_credits_pkey" PRIMARY KEY ("user_key","credit_seq")
);

-- CreateTable
CREATE TABLE "gas_accounts" (
    "user_key" BYTEA NOT NULL,
    "last_charge_seq" BIGINT NOT NULL,

    CONSTRAINT "gas_accounts_pkey" PRIMARY KEY ("user_key")
);

-- CreateTable
CREATE TABLE "gas_charges" (
    "user_key" BYTEA NOT NULL,
    "charge_seq" BIGINT NOT NULL,
    "purpose" TEXT NOT NULL,
    "amount_micro_usdc" BIGINT NOT NULL,
    "created_ms" BIGINT NOT NULL,
    "engine_ms" BIGINT,
    "lease_until_ms" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "gas_charges_pkey" PRIMARY KEY ("user_key","charge_seq")
);

-- CreateTable
CREATE TABLE "daily_cap" (
    "day" INTEGER NOT NULL,
    "used_micro_usdc" BIGINT NOT NULL,

    CONSTRAINT "daily_cap_pkey" PRIMARY KEY ("day")
);

-- CreateTable
CREATE TABLE "chain_transactions" (
    "purpose" TEXT NOT NULL,
    "app" TEXT NOT NULL,
    "chain" TEXT NOT NULL,
    "signature" BYTEA NOT NULL,
    "bytes" BYTEA NOT NULL,
    "last_valid_block_height" BIGINT NOT NULL,
    "state" TEXT NOT NULL,
    "slot" BIGINT,
    "error" TEXT,
    "user_key" BYTEA,
    "created_ms" BIGINT NOT NULL,
    "updated_ms" BIGINT NOT NULL,
    "due_ms" BIGINT,
    "lease_until_ms" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "chain_transactions_pkey" PRIMARY KEY ("purpose")
);

-- CreateTable
CREATE TABLE "recoveries" (
    "recovery_id" TEXT NOT NULL,
    "user_key" BYTEA NOT NULL,
    "mint" BYTEA NOT NULL,
    "recipient" BYTEA NOT NULL,
    "nonce" BIGINT,
    "amount" DECIMAL(20,0) NOT NULL,
    "state" TEXT NOT NULL,
    "attempt" INTEGER NOT NULL,
    "tx_signature" BYTEA,
    "created_ms" BIGINT NOT NULL,
    "updated_ms" BIGINT NOT NULL,
    "due_ms" BIGINT,
    "lease_until_ms" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "recoveries_pkey" PRIMARY KEY ("recovery_id")
);

-- CreateTable
CREATE TABLE "backings" (
    "reference" TEXT NOT NULL,
    "user_key" BYTEA NOT NULL,
    "amount_micro_usdc" BIGINT NOT NULL,
    "seq" BIGINT NOT NULL,
    "state" TEXT NOT NULL,
    "tx_signature" BYTEA,
    "created_ms" BIGINT NOT NULL,
    "updated_ms" BIGINT NOT NULL,
    "due_ms" BIGINT,
    "lease_until_ms" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "backings_pkey" PRIMARY KEY ("reference")
);

-- CreateTable
CREATE TABLE "solvency_rounds" (
    "round_id" BIGSERIAL NOT NULL,
    "timestamp_ms" BIGINT NOT NULL,
    "seq" BIGINT NOT NULL,
    "slot" BIGINT NOT NULL,
    "difference_micro_usdc" BIGINT NOT NULL,
    "lines" JSONB NOT NULL,
    "alarm" BOOLEAN NOT NULL,

    CONSTRAINT "solvency_rounds_pkey" PRIMARY KEY ("round_id")
);

-- CreateTable
CREATE TABLE "funding_settings" (
    "settings_id" INTEGER NOT NULL,
    "bridge_executor" BOOLEAN NOT NULL,
    "daily_cap_micro_usdc" BIGINT NOT NULL,
    "updated_ms" BIGINT NOT NULL,

    CONSTRAINT "funding_settings_pkey" PRIMARY KEY ("settings_id")
);

-- CreateTable
CREATE TABLE "transfers" (
    "transfer_id" TEXT NOT NULL,
    "direction" TEXT NOT NULL,
    "subject_id" BYTEA NOT NULL,
    "user_key" BYTEA NOT NULL,
    "amount_micro_usdc" BIGINT NOT NULL,
    "recipient_account" BYTEA NOT NULL,
    "source_signature" BYTEA NOT NULL,
    "source_bytes" BYTEA,
    "last_valid_block_height" BIGINT,
    "state" TEXT NOT NULL,
    "expiry" TEXT,
    "sequence" BIGINT,
    "vaa" BYTEA,
    "completion_signature" BYTEA,
    "history" JSONB NOT NULL,
    "created_ms" BIGINT NOT NULL,
    "updated_ms" BIGINT NOT NULL,
    "tries" INTEGER NOT NULL DEFAULT 0,
    "due_ms" BIGINT,
    "lease_until_ms" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "transfers_pkey" PRIMARY KEY ("transfer_id")
);

-- CreateTable
CREATE TABLE "withdrawals" (
    "withdrawal_id" BYTEA NOT NULL,
    "number" BIGSERIAL NOT NULL,
    "user_key" BYTEA NOT NULL,
    "amount_micro_usdc" BIGINT NOT NULL,
    "gas_fee_micro_usdc" BIGINT NOT NULL,
    "chain" TEXT NOT NULL,
    "recipient_kind" TEXT NOT NULL,
    "recipient" BYTEA NOT NULL,
    "nonce" BIGINT NOT NULL,
    "builder" BYTEA,
    "accepted_seq" BIGINT NOT NULL,
    "status" TEXT NOT NULL,
    "failure" TEXT,
    "ending" TEXT,
    "attempt" INTEGER NOT NULL,
    "debit_signature" BYTEA,
    "sequence" BIGINT,
    "vaa" BYTEA,
    "completion_signature" BYTEA,
    "history" JSONB NOT NULL,
    "created_ms" BIGINT NOT NULL,
    "updated_ms" BIGINT NOT NULL,
    "due_ms" BIGINT,
    "lease_until_ms" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "withdrawals_pkey" PRIMARY KEY ("withdrawal_id")
);

-- CreateTable
CREATE TABLE "withdrawal_payouts" (
    "payout_key" TEXT NOT NULL,
    "withdrawal_id" BYTEA NOT NULL,

    CONSTRAINT "withdrawal_payouts_pkey" PRIMARY KEY ("payout_key")
);

-- CreateTable
CREATE TABLE "builder_outflow" (
    "key_id" BYTEA NOT NULL,
    "day" INTEGER NOT NULL,
    "used_micro_usdc" BIGINT NOT NULL,

    CONSTRAINT "builder_outflow_pkey" PRIMARY KEY ("key_id","day")
);

-- CreateTable
CREATE TABLE "builder_outflow_entries" (
    "withdrawal_id" BYTEA NOT NULL,
    "key_id" BYTEA NOT NULL,
    "day" INTEGER NOT NULL,
    "amount_micro_usdc" BIGINT NOT NULL,

    CONSTRAINT "builder_outflow_entries_pkey" PRIMARY KEY ("withdrawal_id")
);

-- CreateTable
CREATE TABLE "funding_event_cursors" (
    "consumer" TEXT NOT NULL,
    "seq" BIGINT NOT NULL,
    "event_index" INTEGER NOT NULL,

    CONSTRAINT "funding_event_cursors_pkey" PRIMARY KEY ("consumer")
);

-- CreateTable
CREATE TABLE "outbox" (
    "outbox_id" BIGSERIAL NOT NULL,
    "app" TEXT NOT NULL,
    "message_id" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "payload" BYTEA NOT NULL,
    "created_ms" BIGINT NOT NULL,
    "published_ms" BIGINT,
    "lease_until_ms" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "outbox_pkey" PRIMARY KEY ("outbox_id")
);

-- CreateTable
CREATE TABLE "inbox" (
    "consumer" TEXT NOT NULL,
    "message_id" TEXT NOT NULL,
    "consumed_ms" BIGINT NOT NULL,

    CONSTRAINT "inbox_pkey" PRIMARY KEY ("consumer","message_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "watched_addresses_user_key_key" ON "watched_addresses"("user_key");

-- CreateIndex
CREATE UNIQUE INDEX "watched_addresses_deposit_address_key" ON "watched_addresses"("deposit_address");

-- CreateIndex
CREATE UNIQUE INDEX "watched_addresses_deposit_usdc_account_key" ON "watched_addresses"("deposit_usdc_account");

-- CreateIndex
CREATE UNIQUE INDEX "watched_addresses_proxy_wallet_key" ON "watched_addresses"("proxy_wallet");

-- CreateIndex
CREATE UNIQUE INDEX "watched_addresses_proxy_usdc_account_key" ON "watched_addresses"("proxy_usdc_account");

-- CreateIndex
CREATE UNIQUE INDEX "deposits_number_key" ON "deposits"("number");

-- CreateIndex
CREATE UNIQUE INDEX "deposits_transfer_id_key" ON "deposits"("transfer_id");

-- CreateIndex
CREATE UNIQUE INDEX "deposits_transfer_sequence_key" ON "deposits"("transfer_sequence");

-- CreateIndex
CREATE INDEX "deposits_user_key_number_idx" ON "deposits"("user_key", "number");

-- CreateIndex
CREATE INDEX "deposits_due_ms_idx" ON "deposits"("due_ms");

-- CreateIndex
CREATE INDEX "deposits_phase_number_idx" ON "deposits"("phase", "number");

-- CreateIndex
CREATE INDEX "deposits_user_key_credit_seq_idx" ON "deposits"("user_key", "credit_seq");

-- CreateIndex
CREATE UNIQUE INDEX "deposits_chain_tx_signature_account_index_key" ON "deposits"("chain", "tx_signature", "account_index");

-- CreateIndex
CREATE INDEX "main_arrivals_user_key_credit_seq_slot_tx_index_idx" ON "main_arrivals"("user_key", "credit_seq", "slot", "tx_index");

-- CreateIndex
CREATE INDEX "main_arrivals_credit_seq_slot_idx" ON "main_arrivals"("credit_seq", "slot");

-- CreateIndex
CREATE INDEX "main_arrivals_transfer_sequence_idx" ON "main_arrivals"("transfer_sequence");

-- CreateIndex
CREATE INDEX "main_arrivals_deposit_id_idx" ON "main_arrivals"("deposit_id");

-- CreateIndex
CREATE INDEX "chain_credits_engine_ms_user_key_credit_seq_idx" ON "chain_credits"("engine_ms", "user_key", "credit_seq");

-- CreateIndex
CREATE UNIQUE INDEX "gas_charges_purpose_key" ON "gas_charges"("purpose");

-- CreateIndex
CREATE INDEX "gas_charges_engine_ms_user_key_charge_seq_idx" ON "gas_charges"("engine_ms", "user_key", "charge_seq");

-- CreateIndex
CREATE UNIQUE INDEX "chain_transactions_signature_key" ON "chain_transactions"("signature");

-- CreateIndex
CREATE INDEX "chain_transactions_app_due_ms_idx" ON "chain_transactions"("app", "due_ms");

-- CreateIndex
CREATE INDEX "recoveries_user_key_created_ms_idx" ON "recoveries"("user_key", "created_ms");

-- CreateIndex
CREATE INDEX "recoveries_due_ms_idx" ON "recoveries"("due_ms");

-- CreateIndex
CREATE INDEX "backings_due_ms_idx" ON "backings"("due_ms");

-- CreateIndex
CREATE UNIQUE INDEX "transfers_source_signature_key" ON "transfers"("source_signature");

-- CreateIndex
CREATE INDEX "transfers_due_ms_idx" ON "transfers"("due_ms");

-- CreateIndex
CREATE INDEX "transfers_subject_id_idx" ON "transfers"("subject_id");

-- CreateIndex
CREATE UNIQUE INDEX "transfers_direction_sequence_key" ON "transfers"("direction", "sequence");

-- CreateIndex
CREATE UNIQUE INDEX "withdrawals_number_key" ON "withdrawals"("number");

-- CreateIndex
CREATE UNIQUE INDEX "withdrawals_sequence_key" ON "withdrawals"("sequence");

-- CreateIndex
CREATE INDEX "withdrawals_user_key_number_idx" ON "withdrawals"("user_key", "number");

-- CreateIndex
CREATE INDEX "withdrawals_due_ms_idx" ON "withdrawals"("due_ms");

-- CreateIndex
CREATE INDEX "withdrawals_status_number_idx" ON "withdrawals"("status", "number");

-- CreateIndex
CREATE UNIQUE INDEX "withdrawals_user_key_nonce_key" ON "withdrawals"("user_key", "nonce");

-- CreateIndex
CREATE INDEX "withdrawal_payouts_withdrawal_id_idx" ON "withdrawal_payouts"("withdrawal_id");

-- CreateIndex
CREATE INDEX "outbox_app_published_ms_outbox_id_idx" ON "outbox"("app", "published_ms", "outbox_id");

-- CreateIndex
CREATE UNIQUE INDEX "outbox_app_message_id_key" ON "outbox"("app", "message_id");

-- CreateIndex
CREATE INDEX "inbox_consumed_ms_idx" ON "inbox"("consumed_ms");


-- The operator's settings as they are before anybody sets them: the bridge runs, 100,000 USDC a day.
INSERT INTO "funding_settings" ("settings_id", "bridge_executor", "daily_cap_micro_usdc", "updated_ms")
VALUES (1, true, 100000000000, 0);
