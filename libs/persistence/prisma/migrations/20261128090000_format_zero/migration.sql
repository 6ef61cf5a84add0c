-- CreateEnum
CREATE TYPE "side" AS ENUM ('buy', 'sell');

-- CreateEnum
CREATE TYPE "outcome" AS ENUM ('yes', 'no');

-- CreateEnum
CREATE TYPE "order_type" AS ENUM ('gtc', 'ioc', 'fok', 'post_only');

-- CreateEnum
CREATE TYPE "order_status" AS ENUM ('resting', 'partially_filled', 'filled', 'cancelled');

-- CreateEnum
CREATE TYPE "cancel_reason" AS ENUM ('ioc_remainder', 'fill_limit', 'user', 'cancel_all', 'self_trade', 'market_closed', 'market_resolved', 'expired', 'reduce_only', 'cancel_after', 'open_order_limit', 'max_cost');

-- CreateEnum
CREATE TYPE "settlement_type" AS ENUM ('transfer', 'mint', 'merge');

-- CreateEnum
CREATE TYPE "market_status" AS ENUM ('pending', 'active', 'paused', 'closed', 'proposed', 'disputed', 'resolved', 'voided');

-- CreateEnum
CREATE TYPE "resolution" AS ENUM ('yes', 'no', 'void');

-- CreateEnum
CREATE TYPE "nonce_kind" AS ENUM ('order', 'cancel_all', 'withdraw', 'recover');

-- CreateEnum
CREATE TYPE "ledger_account_kind" AS ENUM ('user', 'withdrawing', 'collateral', 'builder_revenue', 'protocol_fees', 'gas_revenue', 'stakes', 'dispute_fund', 'deposits_credited', 'test_credits', 'payouts');

-- CreateEnum
CREATE TYPE "money_event" AS ENUM ('trade', 'payout', 'credited', 'deposit_credited', 'gas_settled', 'withdrawal_accepted', 'withdrawal_settled', 'withdrawal_refunded', 'redeemed', 'revenue_paid', 'revenue_returned', 'case_challenged', 'stake_returned', 'stake_forfeited', 'challenge_rewarded', 'fund_filled', 'made_good');

-- CreateEnum
CREATE TYPE "case_status" AS ENUM ('proposed', 'disputed', 'final', 'withdrawn', 'reopened');

-- CreateEnum
CREATE TYPE "claim" AS ENUM ('yes', 'no', 'void', 'winner', 'too_early');

-- CreateEnum
CREATE TYPE "verdict" AS ENUM ('uphold', 'overturn', 'reopen');

-- CreateEnum
CREATE TYPE "challenge_state" AS ENUM ('open', 'returned', 'forfeited', 'rewarded');

-- CreateEnum
CREATE TYPE "case_step_kind" AS ENUM ('proposed', 'corrected', 'challenged', 'decided', 'withdrawn', 'final', 'attested', 'contradicted');

-- CreateTable
CREATE TABLE "projection_cursor" (
    "shard" INTEGER NOT NULL,
    "stream_sequence" BIGINT NOT NULL,
    "seq" BIGINT NOT NULL,
    "event_index" INTEGER NOT NULL,
    "timestamp_ms" BIGINT NOT NULL,

    CONSTRAINT "projection_cursor_pkey" PRIMARY KEY ("shard")
);

-- CreateTable
CREATE TABLE "events" (
    "event_id" TEXT NOT NULL,
    "question" TEXT NOT NULL,
    "description" TEXT NOT NULL,
    "rules" TEXT,
    "resolution_source" TEXT,
    "image_url" TEXT,
    "category_name" TEXT NOT NULL,
    "category_sub" TEXT NOT NULL,
    "expiry_seconds" BIGINT NOT NULL,
    "mutually_exclusive" BOOLEAN NOT NULL,
    "fee_bps" SMALLINT NOT NULL,
    "maker_rebate_pct" SMALLINT NOT NULL,
    "opens_at_seconds" BIGINT,
    "created_ms" BIGINT NOT NULL,
    "created_seq" BIGINT NOT NULL,
    "exhaustive" BOOLEAN,
    "reward_pct" SMALLINT,
    "second_role" BOOLEAN,
    "stake_micro_usdc" BIGINT,
    "void_at_last" BOOLEAN,
    "void_price" SMALLINT,
    "window_seconds" INTEGER,
    "source_key" BYTEA,
    "source_rule" JSONB,
    "source_window_seconds" INTEGER,

    CONSTRAINT "events_pkey" PRIMARY KEY ("event_id")
);

-- CreateTable
CREATE TABLE "markets" (
    "market_id" BYTEA NOT NULL,
    "event_id" TEXT NOT NULL,
    "position" SMALLINT NOT NULL,
    "label" TEXT NOT NULL,
    "status" "market_status" NOT NULL,
    "resolution" "resolution",
    "resolution_price" SMALLINT,
    "paid_micro_usdc" BIGINT,
    "updated_ms" BIGINT NOT NULL,

    CONSTRAINT "markets_pkey" PRIMARY KEY ("market_id")
);

-- CreateTable
CREATE TABLE "orders" (
    "order_id" BIGINT NOT NULL,
    "user_key" BYTEA NOT NULL,
    "market_id" BYTEA NOT NULL,
    "outcome" "outcome" NOT NULL,
    "side" "side" NOT NULL,
    "price" SMALLINT NOT NULL,
    "size" INTEGER NOT NULL,
    "filled" INTEGER NOT NULL,
    "order_type" "order_type" NOT NULL,
    "fee_bps" SMALLINT NOT NULL,
    "builder" BYTEA,
    "nonce" BIGINT NOT NULL,
    "status" "order_status" NOT NULL,
    "cancel_reason" "cancel_reason",
    "seq" BIGINT NOT NULL,
    "created_ms" BIGINT NOT NULL,
    "updated_ms" BIGINT NOT NULL,

    CONSTRAINT "orders_pkey" PRIMARY KEY ("order_id")
);

-- CreateTable
CREATE TABLE "refusals" (
    "user_key" BYTEA NOT NULL,
    "nonce_kind" "nonce_kind" NOT NULL,
    "nonce" BIGINT NOT NULL,
    "builder" BYTEA,
    "code" TEXT NOT NULL,
    "details" JSONB NOT NULL,
    "seq" BIGINT NOT NULL,
    "timestamp_ms" BIGINT NOT NULL,

    CONSTRAINT "refusals_pkey" PRIMARY KEY ("user_key","nonce_kind","nonce")
);

-- CreateTable
CREATE TABLE "amendments" (
    "user_key" BYTEA NOT NULL,
    "nonce" BIGINT NOT NULL,
    "order_id" BIGINT NOT NULL,
    "seq" BIGINT NOT NULL,
    "timestamp_ms" BIGINT NOT NULL,

    CONSTRAINT "amendments_pkey" PRIMARY KEY ("user_key","nonce")
);

-- CreateTable
CREATE TABLE "redemptions" (
    "user_key" BYTEA NOT NULL,
    "nonce" BIGINT NOT NULL,
    "market_id" BYTEA NOT NULL,
    "size" BIGINT NOT NULL,
    "paid_micro_usdc" BIGINT NOT NULL,
    "seq" BIGINT NOT NULL,
    "timestamp_ms" BIGINT NOT NULL,

    CONSTRAINT "redemptions_pkey" PRIMARY KEY ("user_key","nonce")
);

-- CreateTable
CREATE TABLE "trades" (
    "trade_id" BIGINT NOT NULL,
    "market_id" BYTEA NOT NULL,
    "quantity" INTEGER NOT NULL,
    "price" SMALLINT NOT NULL,
    "outcome" "outcome" NOT NULL,
    "taker_side" "side" NOT NULL,
    "maker_price" SMALLINT NOT NULL,
    "maker_outcome" "outcome" NOT NULL,
    "maker_side" "side" NOT NULL,
    "settlement_type" "settlement_type" NOT NULL,
    "taker_fee" BIGINT NOT NULL,
    "maker_rebate" BIGINT NOT NULL,
    "builder_fee" BIGINT NOT NULL,
    "builder" BYTEA,
    "maker_builder_fee" BIGINT NOT NULL,
    "maker_builder" BYTEA,
    "maker" BYTEA NOT NULL,
    "taker" BYTEA NOT NULL,
    "maker_order_id" BIGINT NOT NULL,
    "taker_order_id" BIGINT NOT NULL,
    "seq" BIGINT NOT NULL,
    "timestamp_ms" BIGINT NOT NULL,

    CONSTRAINT "trades_pkey" PRIMARY KEY ("trade_id")
);

-- CreateTable
CREATE TABLE "candles" (
    "market_id" BYTEA NOT NULL,
    "interval_seconds" INTEGER NOT NULL,
    "time_seconds" BIGINT NOT NULL,
    "open" SMALLINT NOT NULL,
    "high" SMALLINT NOT NULL,
    "low" SMALLINT NOT NULL,
    "close" SMALLINT NOT NULL,
    "volume" BIGINT NOT NULL,
    "notional_micro_usdc" DECIMAL(38,0) NOT NULL,
    "trades" BIGINT NOT NULL,

    CONSTRAINT "candles_pkey" PRIMARY KEY ("market_id","interval_seconds","time_seconds")
);

-- CreateTable
CREATE TABLE "credits" (
    "seq" BIGINT NOT NULL,
    "event_index" INTEGER NOT NULL,
    "user_key" BYTEA NOT NULL,
    "amount_micro_usdc" BIGINT NOT NULL,
    "reference" TEXT NOT NULL,
    "timestamp_ms" BIGINT NOT NULL,

    CONSTRAINT "credits_pkey" PRIMARY KEY ("seq","event_index")
);

-- CreateTable
CREATE TABLE "payouts" (
    "seq" BIGINT NOT NULL,
    "event_index" INTEGER NOT NULL,
    "market_id" BYTEA NOT NULL,
    "user_key" BYTEA NOT NULL,
    "yes_contracts" BIGINT NOT NULL,
    "no_contracts" BIGINT NOT NULL,
    "paid_micro_usdc" BIGINT NOT NULL,
    "timestamp_ms" BIGINT NOT NULL,

    CONSTRAINT "payouts_pkey" PRIMARY KEY ("seq","event_index")
);

-- CreateTable
CREATE TABLE "positions" (
    "user_key" BYTEA NOT NULL,
    "market_id" BYTEA NOT NULL,
    "opened_seq" BIGINT NOT NULL,
    "is_open" BOOLEAN NOT NULL,
    "yes_contracts" BIGINT NOT NULL,
    "yes_cost_micro_usdc" BIGINT NOT NULL,
    "no_contracts" BIGINT NOT NULL,
    "no_cost_micro_usdc" BIGINT NOT NULL,
    "realised_micro_usdc" DECIMAL(38,0) NOT NULL,
    "fees_micro_usdc" BIGINT NOT NULL,
    "updated_seq" BIGINT NOT NULL,
    "updated_ms" BIGINT NOT NULL,

    CONSTRAINT "positions_pkey" PRIMARY KEY ("user_key","market_id")
);

-- CreateTable
CREATE TABLE "builder_trades" (
    "key_id" BYTEA NOT NULL,
    "trade_id" BIGINT NOT NULL,
    "market_id" BYTEA NOT NULL,
    "builder_fee" BIGINT NOT NULL,
    "protocol_fee" BIGINT NOT NULL,

    CONSTRAINT "builder_trades_pkey" PRIMARY KEY ("key_id","trade_id")
);

-- CreateTable
CREATE TABLE "builder_sums" (
    "key_id" BYTEA NOT NULL,
    "market_id" BYTEA NOT NULL,
    "interval_seconds" INTEGER NOT NULL,
    "time_seconds" BIGINT NOT NULL,
    "builder_fee" BIGINT NOT NULL,
    "protocol_fee" BIGINT NOT NULL,

    CONSTRAINT "builder_sums_pkey" PRIMARY KEY ("key_id","market_id","interval_seconds","time_seconds")
);

-- CreateTable
CREATE TABLE "builder_revenue" (
    "key_id" BYTEA NOT NULL,
    "day" INTEGER NOT NULL,
    "market_id" BYTEA NOT NULL,
    "builder_fee" BIGINT NOT NULL,
    "fills" BIGINT NOT NULL,
    "contracts" BIGINT NOT NULL,

    CONSTRAINT "builder_revenue_pkey" PRIMARY KEY ("key_id","day","market_id")
);

-- CreateTable
CREATE TABLE "ledger_accounts" (
    "account_id" INTEGER NOT NULL,
    "kind" "ledger_account_kind" NOT NULL,
    "owner" BYTEA NOT NULL,
    "balance_micro_usdc" BIGINT NOT NULL,

    CONSTRAINT "ledger_accounts_pkey" PRIMARY KEY ("account_id")
);

-- CreateTable
CREATE TABLE "ledger_postings" (
    "seq" BIGINT NOT NULL,
    "amount_micro_usdc" BIGINT NOT NULL,
    "balance_micro_usdc" BIGINT NOT NULL,
    "timestamp_ms" BIGINT NOT NULL,
    "account_id" INTEGER NOT NULL,
    "event_index" INTEGER NOT NULL,
    "kind" "money_event" NOT NULL,
    "trade_id" BIGINT,
    "reference" BYTEA,

    CONSTRAINT "ledger_postings_pkey" PRIMARY KEY ("account_id","seq","event_index")
);

-- CreateTable
CREATE TABLE "ledger_openings" (
    "account_id" INTEGER NOT NULL,
    "balance_micro_usdc" BIGINT NOT NULL,
    "postings" BIGINT NOT NULL,

    CONSTRAINT "ledger_openings_pkey" PRIMARY KEY ("account_id")
);

-- CreateTable
CREATE TABLE "dropped_months" (
    "month" TEXT NOT NULL,
    "end_ms" BIGINT NOT NULL,
    "last_seq" BIGINT NOT NULL,
    "end_trade_id" BIGINT NOT NULL,
    "manifest_sha256" BYTEA NOT NULL,
    "is_done" BOOLEAN NOT NULL,

    CONSTRAINT "dropped_months_pkey" PRIMARY KEY ("month")
);

-- CreateTable
CREATE TABLE "dropped_sums" (
    "name" TEXT NOT NULL,
    "sum" DECIMAL(38,0) NOT NULL,

    CONSTRAINT "dropped_sums_pkey" PRIMARY KEY ("name")
);

-- CreateTable
CREATE TABLE "ledger_totals" (
    "kind" "ledger_account_kind" NOT NULL,
    "balance_micro_usdc" BIGINT NOT NULL,
    "postings" BIGINT NOT NULL,

    CONSTRAINT "ledger_totals_pkey" PRIMARY KEY ("kind")
);

-- CreateTable
CREATE TABLE "builders" (
    "builder_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "max_fee_bps" SMALLINT NOT NULL,
    "created_ms" BIGINT NOT NULL,

    CONSTRAINT "builders_pkey" PRIMARY KEY ("builder_id")
);

-- CreateTable
CREATE TABLE "api_keys" (
    "key_id" BYTEA NOT NULL,
    "builder_id" TEXT NOT NULL,
    "api_key_hash" BYTEA NOT NULL,
    "scopes" TEXT[],
    "max_fee_bps" SMALLINT NOT NULL,
    "orders_per_second" INTEGER NOT NULL,
    "daily_outflow_micro_usdc" BIGINT NOT NULL DEFAULT 0,
    "generation" INTEGER NOT NULL,
    "previous_api_key_hash" BYTEA,
    "previous_valid_until_ms" BIGINT,
    "user_count" INTEGER NOT NULL DEFAULT 0,
    "created_ms" BIGINT NOT NULL,
    "last_used_ms" BIGINT,
    "rotated_ms" BIGINT,
    "revoked_ms" BIGINT,
    "is_first" BOOLEAN NOT NULL DEFAULT false,
    "is_stopped" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "api_keys_pkey" PRIMARY KEY ("key_id")
);

-- CreateTable
CREATE TABLE "user_links" (
    "user_key" BYTEA NOT NULL,
    "key_id" BYTEA NOT NULL,
    "builder_id" TEXT NOT NULL,
    "user_id" BYTEA,
    "linked_ms" BIGINT NOT NULL,
    "projected" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "user_links_pkey" PRIMARY KEY ("user_key","key_id")
);

-- CreateTable
CREATE TABLE "late_links" (
    "user_key" BYTEA NOT NULL,
    "key_id" BYTEA NOT NULL,
    "trade_id" BIGINT NOT NULL,
    "last_trade_id" BIGINT NOT NULL,

    CONSTRAINT "late_links_pkey" PRIMARY KEY ("user_key","key_id")
);

-- CreateTable
CREATE TABLE "operators" (
    "name" TEXT NOT NULL,
    "roles" TEXT[],
    "key_hash" BYTEA NOT NULL,
    "generation" INTEGER NOT NULL,
    "added_by" TEXT NOT NULL,
    "created_ms" BIGINT NOT NULL,
    "last_used_ms" BIGINT,
    "rotated_ms" BIGINT,
    "revoked_ms" BIGINT,
    "confirmed_by" TEXT,
    "revoked_by" TEXT,

    CONSTRAINT "operators_pkey" PRIMARY KEY ("name")
);

-- CreateTable
CREATE TABLE "confirmations" (
    "confirmation_id" BIGSERIAL NOT NULL,
    "operator" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "method" TEXT NOT NULL,
    "path" TEXT NOT NULL,
    "body" TEXT NOT NULL,
    "act_hash" BYTEA NOT NULL,
    "asked_ms" BIGINT NOT NULL,
    "ends_ms" BIGINT NOT NULL,
    "decision" TEXT,
    "decided_by" TEXT,
    "decided_ms" BIGINT,
    "spent_ms" BIGINT,

    CONSTRAINT "confirmations_pkey" PRIMARY KEY ("confirmation_id")
);

-- CreateTable
CREATE TABLE "audit_rows" (
    "audit_id" BIGSERIAL NOT NULL,
    "timestamp_ms" BIGINT NOT NULL,
    "request_id" TEXT NOT NULL,
    "method" TEXT NOT NULL,
    "path" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    "status" SMALLINT NOT NULL,
    "code" TEXT,
    "details" JSONB NOT NULL,
    "operator" TEXT,

    CONSTRAINT "audit_rows_pkey" PRIMARY KEY ("audit_id")
);

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
CREATE TABLE "exchange_keys" (
    "app" TEXT NOT NULL,
    "address" BYTEA NOT NULL,

    CONSTRAINT "exchange_keys_pkey" PRIMARY KEY ("app","address")
);

-- CreateTable
CREATE TABLE "stepped_blocks" (
    "chain" TEXT NOT NULL,
    "slot" BIGINT NOT NULL,
    "asked_ms" BIGINT NOT NULL,
    "stepped_ms" BIGINT,
    "block_hash" BYTEA,
    "signatures" BYTEA,

    CONSTRAINT "stepped_blocks_pkey" PRIMARY KEY ("chain","slot")
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
    "arrived_sequence" BIGINT,
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
    "gas_short_micro_usdc" BIGINT NOT NULL DEFAULT 0,
    "split" BYTEA,
    "share" INTEGER NOT NULL DEFAULT 0,

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
    "split" BYTEA,
    "share" INTEGER NOT NULL DEFAULT 0,

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
CREATE TABLE "gas_reserve" (
    "reserve_id" INTEGER NOT NULL,
    "collected_micro_usdc" BIGINT NOT NULL,
    "spent_micro_usdc" BIGINT NOT NULL,
    "updated_ms" BIGINT NOT NULL,

    CONSTRAINT "gas_reserve_pkey" PRIMARY KEY ("reserve_id")
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
    "items" JSONB,
    "deposit_id" BYTEA,
    "created_ms" BIGINT NOT NULL,
    "engine_ms" BIGINT,
    "lease_until_ms" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "gas_charges_pkey" PRIMARY KEY ("user_key","charge_seq")
);

-- CreateTable
CREATE TABLE "daily_cap" (
    "day" INTEGER NOT NULL,
    "used_micro_usdc" BIGINT NOT NULL,
    "returned_micro_usdc" BIGINT NOT NULL DEFAULT 0,

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
    "max_gas_fee" BIGINT NOT NULL,
    "recipient" BYTEA NOT NULL,
    "allow_program_address" BOOLEAN NOT NULL,
    "nonce" BIGINT,
    "amount" DECIMAL(20,0) NOT NULL,
    "state" TEXT NOT NULL,
    "attempt" INTEGER NOT NULL,
    "tx_signature" BYTEA,
    "authorized_ms" BIGINT,
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
    "payment_seq" BIGINT,
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
    "resumes_since_ms" BIGINT,

    CONSTRAINT "solvency_rounds_pkey" PRIMARY KEY ("round_id")
);

-- CreateTable
CREATE TABLE "funding_settings" (
    "settings_id" INTEGER NOT NULL,
    "bridge_executor" BOOLEAN NOT NULL,
    "daily_cap_micro_usdc" BIGINT NOT NULL,
    "updated_ms" BIGINT NOT NULL,
    "rows_behind_ms" BIGINT,

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
    "split" BYTEA,
    "share" INTEGER NOT NULL DEFAULT 0,

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
    "allow_program_address" BOOLEAN NOT NULL,
    "nonce" BIGINT NOT NULL,
    "builder" BYTEA,
    "accepted_seq" BIGINT NOT NULL,
    "payment_seq" BIGINT NOT NULL,
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
    "gas_items" JSONB,
    "updated_ms" BIGINT NOT NULL,
    "due_ms" BIGINT,
    "lease_until_ms" BIGINT NOT NULL DEFAULT 0,
    "split" BYTEA,
    "share" INTEGER NOT NULL DEFAULT 0,

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

-- CreateTable
CREATE TABLE "revenue_payouts" (
    "source" TEXT NOT NULL,
    "builder_id" TEXT NOT NULL,
    "reference" TEXT NOT NULL,
    "number" BIGSERIAL NOT NULL,
    "amount_micro_usdc" BIGINT NOT NULL,
    "gas_fee_micro_usdc" BIGINT NOT NULL,
    "max_gas_fee_micro_usdc" BIGINT NOT NULL,
    "recipient_kind" TEXT NOT NULL,
    "recipient" BYTEA NOT NULL,
    "allow_program_address" BOOLEAN NOT NULL,
    "withdrawal_id" BYTEA,
    "accepted_seq" BIGINT NOT NULL,
    "created_ms" BIGINT NOT NULL,

    CONSTRAINT "revenue_payouts_pkey" PRIMARY KEY ("source","builder_id","reference")
);

-- CreateTable
CREATE TABLE "account_rents" (
    "purpose" TEXT NOT NULL,
    "chain" TEXT NOT NULL,
    "account" BYTEA NOT NULL,
    "kind" TEXT NOT NULL,
    "user_key" BYTEA NOT NULL,
    "lamports" BIGINT NOT NULL,
    "closing_purpose" TEXT,
    "created_ms" BIGINT NOT NULL,
    "closed_ms" BIGINT,
    "due_ms" BIGINT,
    "lease_until_ms" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "account_rents_pkey" PRIMARY KEY ("purpose")
);

-- CreateTable
CREATE TABLE "cases" (
    "case_id" BIGINT NOT NULL,
    "event_id" TEXT NOT NULL,
    "market_id" BYTEA,
    "category_name" TEXT NOT NULL,
    "category_sub" TEXT NOT NULL,
    "status" "case_status" NOT NULL,
    "round" SMALLINT NOT NULL,
    "endings" JSONB NOT NULL,
    "by_operator" TEXT NOT NULL,
    "note" TEXT NOT NULL,
    "evidence_url" TEXT,
    "evidence_sha256" BYTEA,
    "proposed_ms" BIGINT NOT NULL,
    "due_ms" BIGINT NOT NULL,
    "paid_micro_usdc" BIGINT,

    CONSTRAINT "cases_pkey" PRIMARY KEY ("case_id")
);

-- CreateTable
CREATE TABLE "case_challenges" (
    "challenge_id" BIGINT NOT NULL,
    "case_id" BIGINT NOT NULL,
    "user_key" BYTEA NOT NULL,
    "claim" "claim" NOT NULL,
    "claim_market" BYTEA,
    "reason" TEXT NOT NULL,
    "stake_micro_usdc" BIGINT NOT NULL,
    "nonce" BIGINT NOT NULL,
    "state" "challenge_state" NOT NULL,
    "reward_micro_usdc" BIGINT,
    "timestamp_ms" BIGINT NOT NULL,

    CONSTRAINT "case_challenges_pkey" PRIMARY KEY ("challenge_id")
);

-- CreateTable
CREATE TABLE "case_steps" (
    "case_id" BIGINT NOT NULL,
    "seq" BIGINT NOT NULL,
    "event_index" INTEGER NOT NULL,
    "what" "case_step_kind" NOT NULL,
    "by_operator" TEXT,
    "verdict" "verdict",
    "reason" TEXT,
    "reason_url" TEXT,
    "timestamp_ms" BIGINT NOT NULL,
    "endings" JSONB,
    "price_as_of_seconds" BIGINT,

    CONSTRAINT "case_steps_pkey" PRIMARY KEY ("case_id","seq","event_index")
);

-- CreateTable
CREATE TABLE "series" (
    "series_id" TEXT NOT NULL,
    "template" JSONB NOT NULL,
    "period_seconds" INTEGER NOT NULL,
    "first_start_seconds" BIGINT NOT NULL,
    "lead_seconds" INTEGER NOT NULL,
    "ends_at_seconds" BIGINT,

    CONSTRAINT "series_pkey" PRIMARY KEY ("series_id")
);

-- CreateIndex
CREATE INDEX "events_created_seq_idx" ON "events"("created_seq");

-- CreateIndex
CREATE UNIQUE INDEX "markets_event_id_position_key" ON "markets"("event_id", "position");

-- Markets that wait for a result: few, however many were ever resolved.
CREATE INDEX "markets_closed" ON "markets"("event_id") WHERE "status" = 'closed';

-- CreateIndex
CREATE INDEX "orders_user_key_status_seq_idx" ON "orders"("user_key", "status", "seq");

-- CreateIndex
CREATE INDEX "orders_user_key_market_id_status_seq_idx" ON "orders"("user_key", "market_id", "status", "seq");

-- CreateIndex
CREATE UNIQUE INDEX "orders_user_key_nonce_key" ON "orders"("user_key", "nonce");

-- CreateIndex
CREATE INDEX "trades_market_id_trade_id_idx" ON "trades"("market_id", "trade_id");

-- CreateIndex
CREATE INDEX "trades_maker_trade_id_idx" ON "trades"("maker", "trade_id");

-- CreateIndex
CREATE INDEX "trades_taker_trade_id_idx" ON "trades"("taker", "trade_id");

-- CreateIndex
CREATE INDEX "trades_timestamp_ms_trade_id_idx" ON "trades"("timestamp_ms", "trade_id");

-- CreateIndex
CREATE INDEX "credits_user_key_seq_idx" ON "credits"("user_key", "seq");

-- CreateIndex
CREATE INDEX "payouts_user_key_seq_idx" ON "payouts"("user_key", "seq");

-- CreateIndex
CREATE INDEX "payouts_market_id_idx" ON "payouts"("market_id");

-- CreateIndex
CREATE INDEX "positions_user_key_is_open_opened_seq_idx" ON "positions"("user_key", "is_open", "opened_seq");

-- CreateIndex
CREATE INDEX "builder_trades_key_id_market_id_trade_id_idx" ON "builder_trades"("key_id", "market_id", "trade_id");

-- CreateIndex
CREATE INDEX "ledger_accounts_kind_account_id_idx" ON "ledger_accounts"("kind", "account_id");

-- CreateIndex
CREATE UNIQUE INDEX "ledger_accounts_kind_owner_key" ON "ledger_accounts"("kind", "owner");

-- Postings are written in the order of their seq and never change: a range of pages is found as well by its least and
-- greatest seq, without an entry a row.
CREATE INDEX "ledger_postings_seq_idx" ON "ledger_postings" USING BRIN ("seq") WITH (pages_per_range = 16, autosummarize = on);

-- CreateIndex
CREATE INDEX "builders_created_ms_builder_id_idx" ON "builders"("created_ms", "builder_id");

-- CreateIndex
CREATE INDEX "api_keys_builder_id_created_ms_idx" ON "api_keys"("builder_id", "created_ms");

-- CreateIndex
CREATE INDEX "user_links_builder_id_user_key_idx" ON "user_links"("builder_id", "user_key");

-- CreateIndex
CREATE INDEX "user_links_projected_idx" ON "user_links"("projected");

-- CreateIndex
CREATE INDEX "confirmations_act_hash_ends_ms_idx" ON "confirmations"("act_hash", "ends_ms");

-- CreateIndex
CREATE INDEX "confirmations_ends_ms_idx" ON "confirmations"("ends_ms");

-- CreateIndex
CREATE INDEX "audit_rows_operator_audit_id_idx" ON "audit_rows"("operator", "audit_id");

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
CREATE INDEX "deposits_user_key_number_idx" ON "deposits"("user_key", "number");

-- CreateIndex
CREATE INDEX "deposits_due_ms_idx" ON "deposits"("due_ms");

-- CreateIndex
CREATE INDEX "deposits_phase_number_idx" ON "deposits"("phase", "number");

-- CreateIndex
CREATE INDEX "deposits_user_key_credit_seq_idx" ON "deposits"("user_key", "credit_seq");

-- CreateIndex
CREATE INDEX "deposits_user_key_reserved_day_idx" ON "deposits"("user_key", "reserved_day");

-- CreateIndex
CREATE INDEX "deposits_reserved_day_idx" ON "deposits"("reserved_day");

-- CreateIndex
CREATE INDEX "deposits_updated_ms_idx" ON "deposits"("updated_ms");

-- CreateIndex
CREATE UNIQUE INDEX "deposits_chain_tx_signature_account_index_key" ON "deposits"("chain", "tx_signature", "account_index");

-- CreateIndex
CREATE INDEX "deposits_gas_short_micro_usdc_idx" ON "deposits"("gas_short_micro_usdc");

-- CreateIndex
CREATE UNIQUE INDEX "deposits_transfer_sequence_share_key" ON "deposits"("transfer_sequence", "share");

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
CREATE INDEX "gas_charges_deposit_id_idx" ON "gas_charges"("deposit_id");

-- CreateIndex
CREATE INDEX "gas_charges_created_ms_idx" ON "gas_charges"("created_ms");

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
CREATE INDEX "backings_payment_seq_idx" ON "backings"("payment_seq");

-- CreateIndex
CREATE INDEX "transfers_due_ms_idx" ON "transfers"("due_ms");

-- CreateIndex
CREATE INDEX "transfers_subject_id_idx" ON "transfers"("subject_id");

-- CreateIndex
CREATE UNIQUE INDEX "transfers_source_signature_share_key" ON "transfers"("source_signature", "share");

-- CreateIndex
CREATE UNIQUE INDEX "transfers_direction_sequence_share_key" ON "transfers"("direction", "sequence", "share");

-- CreateIndex
CREATE UNIQUE INDEX "withdrawals_number_key" ON "withdrawals"("number");

-- CreateIndex
CREATE INDEX "withdrawals_user_key_number_idx" ON "withdrawals"("user_key", "number");

-- CreateIndex
CREATE INDEX "withdrawals_due_ms_idx" ON "withdrawals"("due_ms");

-- CreateIndex
CREATE INDEX "withdrawals_updated_ms_idx" ON "withdrawals"("updated_ms");

-- CreateIndex
CREATE INDEX "withdrawals_status_number_idx" ON "withdrawals"("status", "number");

-- CreateIndex
CREATE INDEX "withdrawals_recipient_idx" ON "withdrawals"("recipient");

-- CreateIndex
CREATE UNIQUE INDEX "withdrawals_user_key_nonce_key" ON "withdrawals"("user_key", "nonce");

-- CreateIndex
CREATE INDEX "withdrawal_payouts_withdrawal_id_idx" ON "withdrawal_payouts"("withdrawal_id");

-- CreateIndex
CREATE INDEX "alarms_app_alarm_id_idx" ON "alarms"("app", "alarm_id");

-- CreateIndex
CREATE UNIQUE INDEX "alarms_app_kind_details_hash_key" ON "alarms"("app", "kind", "details_hash");

-- CreateIndex
CREATE INDEX "outbox_app_published_ms_outbox_id_idx" ON "outbox"("app", "published_ms", "outbox_id");

-- CreateIndex
CREATE UNIQUE INDEX "outbox_app_message_id_key" ON "outbox"("app", "message_id");

-- CreateIndex
CREATE INDEX "inbox_consumed_ms_idx" ON "inbox"("consumed_ms");

-- AddForeignKey
ALTER TABLE "markets" ADD CONSTRAINT "markets_event_id_fkey" FOREIGN KEY ("event_id") REFERENCES "events"("event_id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_builder_id_fkey" FOREIGN KEY ("builder_id") REFERENCES "builders"("builder_id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "user_links" ADD CONSTRAINT "user_links_key_id_fkey" FOREIGN KEY ("key_id") REFERENCES "api_keys"("key_id") ON DELETE RESTRICT ON UPDATE RESTRICT;


-- The operator's settings as they are before anybody sets them: the bridge runs, 100,000 USDC a day.
INSERT INTO "funding_settings" ("settings_id", "bridge_executor", "daily_cap_micro_usdc", "updated_ms")
VALUES (1, true, 100000000000, 0);

INSERT INTO "gas_reserve" ("reserve_id", "collected_micro_usdc", "spent_micro_usdc", "updated_ms")
VALUES (1, 0, 0, 0);

-- Rows that are changed many times leave room on their page for the next version: no index needs a new entry then.
ALTER TABLE "candles" SET (fillfactor = 70);
ALTER TABLE "builder_sums" SET (fillfactor = 70);
ALTER TABLE "builder_revenue" SET (fillfactor = 70);
ALTER TABLE "positions" SET (fillfactor = 70);
ALTER TABLE "ledger_accounts" SET (fillfactor = 50);

-- An operator issues one key of a builder: another one only where the first was revoked before its builder took it over.
CREATE UNIQUE INDEX "api_keys_first" ON "api_keys"("builder_id")
  WHERE "is_first" AND NOT ("generation" = 1 AND "revoked_ms" IS NOT NULL);

-- CreateIndex
CREATE UNIQUE INDEX "revenue_payouts_number_key" ON "revenue_payouts"("number");

-- CreateIndex
CREATE INDEX "revenue_payouts_source_builder_id_number_idx" ON "revenue_payouts"("source", "builder_id", "number");

-- CreateIndex
CREATE INDEX "account_rents_due_ms_idx" ON "account_rents"("due_ms");

-- CreateIndex
CREATE INDEX "account_rents_closed_ms_idx" ON "account_rents"("closed_ms");

-- CreateIndex
CREATE INDEX "cases_status_case_id_idx" ON "cases"("status", "case_id");

-- CreateIndex
CREATE INDEX "cases_category_name_case_id_idx" ON "cases"("category_name", "case_id");

-- CreateIndex
CREATE INDEX "cases_category_name_category_sub_case_id_idx" ON "cases"("category_name", "category_sub", "case_id");

-- CreateIndex
CREATE INDEX "cases_event_id_case_id_idx" ON "cases"("event_id", "case_id");

-- CreateIndex
CREATE INDEX "case_challenges_case_id_challenge_id_idx" ON "case_challenges"("case_id", "challenge_id");

-- CreateIndex
CREATE UNIQUE INDEX "case_challenges_user_key_nonce_key" ON "case_challenges"("user_key", "nonce");
