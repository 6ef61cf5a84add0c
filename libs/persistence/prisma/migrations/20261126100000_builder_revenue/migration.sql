-- CreateTable
CREATE TABLE "builder_revenue" (
    "key_id" BYTEA NOT NULL,
    "day" INTEGER NOT NULL,
    "market_id" BYTEA NOT NULL,
    "builder_fee" BIGINT NOT NULL,
    "fills" BIGINT NOT NULL,
    "contracts" BIGINT NOT NULL,

    CONSTRAINT "builder_revenue_pkey" PRIMARY KEY ("key_id", "day", "market_id")
) WITH (fillfactor = 70);

-- CreateTable
CREATE TABLE "builder_revenue_mark" (
    "mark_id" INTEGER NOT NULL,
    "trade_id" BIGINT NOT NULL,

    CONSTRAINT "builder_revenue_mark_pkey" PRIMARY KEY ("mark_id")
);

-- CreateIndex
CREATE INDEX "user_links_builder_id_user_key_idx" ON "user_links"("builder_id", "user_key");

-- Without a mark the projector takes in all trades with its next one: also those that the release before still writes.
