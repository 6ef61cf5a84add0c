-- AlterTable
ALTER TABLE "projection_cursor" ADD COLUMN     "position_event_index" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "position_from_seq" BIGINT NOT NULL DEFAULT 0,
ADD COLUMN     "position_seq" BIGINT NOT NULL DEFAULT 0,
ADD COLUMN     "position_trade_id" BIGINT NOT NULL DEFAULT 0;

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
    "realised_micro_usdc" BIGINT NOT NULL,
    "fees_micro_usdc" BIGINT NOT NULL,
    "updated_seq" BIGINT NOT NULL,
    "updated_ms" BIGINT NOT NULL,

    CONSTRAINT "positions_pkey" PRIMARY KEY ("user_key", "market_id")
) WITH (fillfactor = 70);

-- CreateIndex
CREATE INDEX "positions_user_key_is_open_opened_seq_idx" ON "positions"("user_key", "is_open", "opened_seq");

-- The projector takes in the trades, redemptions and payouts that are there, before its next events.
