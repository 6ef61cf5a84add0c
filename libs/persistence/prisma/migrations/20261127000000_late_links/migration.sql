-- CreateTable
CREATE TABLE "late_links" (
    "user_key" BYTEA NOT NULL,
    "key_id" BYTEA NOT NULL,
    "trade_id" BIGINT NOT NULL,
    "last_trade_id" BIGINT NOT NULL,

    CONSTRAINT "late_links_pkey" PRIMARY KEY ("user_key", "key_id")
);
