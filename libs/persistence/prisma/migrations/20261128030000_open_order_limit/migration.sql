-- AlterEnum
ALTER TYPE "cancel_reason" ADD VALUE 'open_order_limit';
