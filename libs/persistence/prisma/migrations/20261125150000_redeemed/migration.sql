-- AlterEnum
ALTER TYPE "money_event" ADD VALUE 'redeemed';
