-- An account that was closed after a price was fixed is paid for by nobody else.
ALTER TABLE "withdrawals" DROP COLUMN "reserve_micro_usdc";
ALTER TABLE "transfers" DROP COLUMN "reserve_micro_usdc";
