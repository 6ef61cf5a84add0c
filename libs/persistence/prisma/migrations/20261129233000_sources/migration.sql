-- AlterEnum
ALTER TYPE "case_step_kind" ADD VALUE 'attested';
ALTER TYPE "case_step_kind" ADD VALUE 'contradicted';

-- AlterTable
ALTER TABLE "events" ADD COLUMN     "source_key" BYTEA,
ADD COLUMN     "source_rule" JSONB,
ADD COLUMN     "source_window_seconds" INTEGER;

-- AlterTable
ALTER TABLE "case_steps" ADD COLUMN     "endings" JSONB;
