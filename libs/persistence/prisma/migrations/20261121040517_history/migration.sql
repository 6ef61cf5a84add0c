-- CreateEnum
CREATE TYPE "side" AS ENUM ('buy', 'sell');

-- CreateEnum
CREATE TYPE "outcome" AS ENUM ('yes', 'no');

-- CreateEnum
CREATE TYPE "order_type" AS ENUM ('gtc', 'ioc', 'fok', 'post_only');

-- CreateEnum
CREATE TYPE "order_status" AS ENUM ('resting', 'partially_filled', 'filled', 'cancelled');

-- CreateEnum
CREATE TYPE "cancel_reason" AS ENUM ('ioc_remainder', 'fill_limit', 'user', 'cancel_all', 'self_trade', 'market_closed', 'market_resolved');

-- CreateEnum
CREATE TYPE "settlement_type" AS ENUM ('transfer', 'mint', 'merge');

-- CreateEnum
CREATE TYPE "market_status" AS ENUM ('pending', 'active', 'paused', 'closed', 'resolved', 'voided');

-- CreateEnum
CREATE TYPE "resolution" AS ENUM ('yes', 'no', 'void');

-- CreateEnum
CREATE TYPE "nonce_kind" AS ENUM ('order', 'cancel_all', 'withdraw', 'recover');

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
    "category_name" TEXT NOT NULL,
    "category_sub" TEXT NOT NULL,
    "expiry_seconds" BIGINT NOT NULL,
    "mutually_exclusive" BOOLEAN NOT NULL,
    "fee_bps" SMALLINT NOT NULL,
    "maker_rebate_pct" SMALLINT NOT NULL,
    "opens_at_seconds" BIGINT,
    "created_ms" BIGINT NOT NULL,
    "created_seq" BIGINT NOT NULL,

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
    "notional_micro_usdc" BIGINT NOT NULL,
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
CREATE TABLE "builder_trades" (
    "key_id" BYTEA NOT NULL,
    "trade_id" BIGINT NOT NULL,
    "market_id" BYTEA NOT NULL,
    "builder_fee" BIGINT NOT NULL,
    "protocol_fee" BIGINT NOT NULL,

    CONSTRAINT "builder_trades_pkey" PRIMARY KEY ("key_id","trade_id")
);

-- CreateTable
CREATE TABLE "builder_days" (
    "key_id" BYTEA NOT NULL,
    "market_id" BYTEA NOT NULL,
    "day" INTEGER NOT NULL,
    "builder_fee" BIGINT NOT NULL,
    "protocol_fee" BIGINT NOT NULL,

    CONSTRAINT "builder_days_pkey" PRIMARY KEY ("key_id","market_id","day")
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
    "generation" INTEGER NOT NULL,
    "previous_api_key_hash" BYTEA,
    "previous_valid_until_ms" BIGINT,
    "user_count" INTEGER NOT NULL DEFAULT 0,
    "created_ms" BIGINT NOT NULL,
    "last_used_ms" BIGINT,
    "rotated_ms" BIGINT,
    "revoked_ms" BIGINT,

    CONSTRAINT "api_keys_pkey" PRIMARY KEY ("key_id")
);

-- CreateTable
CREATE TABLE "user_links" (
    "user_key" BYTEA NOT NULL,
    "key_id" BYTEA NOT NULL,
    "builder_id" TEXT NOT NULL,
    "user_id" TEXT,
    "linked_ms" BIGINT NOT NULL,
    "projected" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "user_links_pkey" PRIMARY KEY ("user_key","key_id")
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

    CONSTRAINT "audit_rows_pkey" PRIMARY KEY ("audit_id")
);

-- CreateIndex
CREATE INDEX "events_created_seq_idx" ON "events"("created_seq");

-- CreateIndex
CREATE UNIQUE INDEX "markets_event_id_position_key" ON "markets"("event_id", "position");

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
CREATE INDEX "builder_trades_key_id_market_id_trade_id_idx" ON "builder_trades"("key_id", "market_id", "trade_id");

-- CreateIndex
CREATE INDEX "api_keys_builder_id_created_ms_idx" ON "api_keys"("builder_id", "created_ms");

-- CreateIndex
CREATE INDEX "user_links_projected_idx" ON "user_links"("projected");

-- AddForeignKey
ALTER TABLE "markets" ADD CONSTRAINT "markets_event_id_fkey" FOREIGN KEY ("event_id") REFERENCES "events"("event_id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_builder_id_fkey" FOREIGN KEY ("builder_id") REFERENCES "builders"("builder_id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "user_links" ADD CONSTRAINT "user_links_key_id_fkey" FOREIGN KEY ("key_id") REFERENCES "api_keys"("key_id") ON DELETE RESTRICT ON UPDATE RESTRICT;
