-- AlterTable
ALTER TABLE "candles" ALTER COLUMN "notional_micro_usdc" SET DATA TYPE DECIMAL(38,0);

-- AlterTable
ALTER TABLE "positions" ALTER COLUMN "realised_micro_usdc" SET DATA TYPE DECIMAL(38,0);
