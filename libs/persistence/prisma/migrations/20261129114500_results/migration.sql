-- AlterEnum
ALTER TYPE "market_status" ADD VALUE 'proposed' BEFORE 'resolved';
ALTER TYPE "market_status" ADD VALUE 'disputed' BEFORE 'resolved';

-- AlterEnum
ALTER TYPE "ledger_account_kind" ADD VALUE 'stakes' BEFORE 'deposits_credited';
ALTER TYPE "ledger_account_kind" ADD VALUE 'dispute_fund' BEFORE 'deposits_credited';

-- AlterEnum
ALTER TYPE "money_event" ADD VALUE 'case_challenged';
ALTER TYPE "money_event" ADD VALUE 'stake_returned';
ALTER TYPE "money_event" ADD VALUE 'stake_forfeited';
ALTER TYPE "money_event" ADD VALUE 'challenge_rewarded';
ALTER TYPE "money_event" ADD VALUE 'fund_filled';
ALTER TYPE "money_event" ADD VALUE 'made_good';
