-- CreateTable
CREATE TABLE "amendments" (
    "user_key" BYTEA NOT NULL,
    "nonce" BIGINT NOT NULL,
    "order_id" BIGINT NOT NULL,
    "seq" BIGINT NOT NULL,
    "timestamp_ms" BIGINT NOT NULL,

    CONSTRAINT "amendments_pkey" PRIMARY KEY ("user_key", "nonce")
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

    CONSTRAINT "redemptions_pkey" PRIMARY KEY ("user_key", "nonce")
);
