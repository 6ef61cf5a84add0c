-- The ledger, and the sums of builders in finer steps.
--
-- Neither can be told from what history has, but all of history can be told again: the projector starts over, and reads
-- the event stream from its beginning. It must not run while this migration does.
TRUNCATE "projection_cursor", "events", "markets", "orders", "refusals", "trades", "candles", "credits", "payouts", "builder_trades";
UPDATE "user_links" SET "projected" = false;

-- CreateEnum
CREATE TYPE "ledger_account_kind" AS ENUM ('user', 'withdrawing', 'collateral', 'builder_revenue', 'protocol_fees', 'gas_revenue', 'deposits_credited', 'test_credits', 'payouts');

-- CreateEnum
CREATE TYPE "money_event" AS ENUM ('trade', 'payout', 'credited', 'deposit_credited', 'gas_settled', 'withdrawal_accepted', 'withdrawal_settled', 'withdrawal_refunded');

-- DropTable
DROP TABLE "builder_days";

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
CREATE TABLE "ledger_totals" (
    "kind" "ledger_account_kind" NOT NULL,
    "balance_micro_usdc" BIGINT NOT NULL,
    "postings" BIGINT NOT NULL,

    CONSTRAINT "ledger_totals_pkey" PRIMARY KEY ("kind")
);

-- CreateIndex
CREATE UNIQUE INDEX "ledger_accounts_kind_owner_key" ON "ledger_accounts"("kind", "owner");

-- CreateIndex
CREATE INDEX "ledger_postings_seq_idx" ON "ledger_postings"("seq");
