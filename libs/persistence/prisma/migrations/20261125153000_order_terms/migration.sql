-- AlterEnum
ALTER TYPE "cancel_reason" ADD VALUE 'expired';
ALTER TYPE "cancel_reason" ADD VALUE 'reduce_only';
ALTER TYPE "cancel_reason" ADD VALUE 'cancel_after';
