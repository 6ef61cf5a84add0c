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
CREATE TABLE "ledger_openings" (
    "account_id" INTEGER NOT NULL,
    "balance_micro_usdc" BIGINT NOT NULL,
    "postings" BIGINT NOT NULL,

    CONSTRAINT "ledger_openings_pkey" PRIMARY KEY ("account_id")
);
