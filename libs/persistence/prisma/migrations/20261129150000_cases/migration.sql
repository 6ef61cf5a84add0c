-- CreateEnum
CREATE TYPE "case_status" AS ENUM ('proposed', 'disputed', 'final', 'withdrawn', 'reopened');

-- CreateEnum
CREATE TYPE "claim" AS ENUM ('yes', 'no', 'void', 'winner', 'too_early');

-- CreateEnum
CREATE TYPE "verdict" AS ENUM ('uphold', 'overturn', 'reopen');

-- CreateEnum
CREATE TYPE "challenge_state" AS ENUM ('open', 'returned', 'forfeited', 'rewarded');

-- CreateEnum
CREATE TYPE "case_step_kind" AS ENUM ('proposed', 'corrected', 'challenged', 'decided', 'withdrawn', 'final');

-- AlterTable
ALTER TABLE "events" ADD COLUMN     "exhaustive" BOOLEAN,
ADD COLUMN     "reward_pct" SMALLINT,
ADD COLUMN     "second_role" BOOLEAN,
ADD COLUMN     "stake_micro_usdc" BIGINT,
ADD COLUMN     "void_at_last" BOOLEAN,
ADD COLUMN     "void_price" SMALLINT,
ADD COLUMN     "window_seconds" INTEGER;

-- CreateTable
CREATE TABLE "cases" (
    "case_id" BIGINT NOT NULL,
    "event_id" TEXT NOT NULL,
    "market_id" BYTEA,
    "category_name" TEXT NOT NULL,
    "category_sub" TEXT NOT NULL,
    "status" "case_status" NOT NULL,
    "round" SMALLINT NOT NULL,
    "endings" JSONB NOT NULL,
    "by_operator" TEXT NOT NULL,
    "note" TEXT NOT NULL,
    "evidence_url" TEXT,
    "evidence_sha256" BYTEA,
    "price_as_of_seconds" BIGINT,
    "proposed_ms" BIGINT NOT NULL,
    "due_ms" BIGINT NOT NULL,
    "paid_micro_usdc" BIGINT,

    CONSTRAINT "cases_pkey" PRIMARY KEY ("case_id")
);

-- CreateTable
CREATE TABLE "case_challenges" (
    "challenge_id" BIGINT NOT NULL,
    "case_id" BIGINT NOT NULL,
    "user_key" BYTEA NOT NULL,
    "claim" "claim" NOT NULL,
    "claim_market" BYTEA,
    "reason" TEXT NOT NULL,
    "stake_micro_usdc" BIGINT NOT NULL,
    "nonce" BIGINT NOT NULL,
    "state" "challenge_state" NOT NULL,
    "reward_micro_usdc" BIGINT,
    "timestamp_ms" BIGINT NOT NULL,

    CONSTRAINT "case_challenges_pkey" PRIMARY KEY ("challenge_id")
);

-- CreateTable
CREATE TABLE "case_steps" (
    "case_id" BIGINT NOT NULL,
    "seq" BIGINT NOT NULL,
    "event_index" INTEGER NOT NULL,
    "what" "case_step_kind" NOT NULL,
    "by_operator" TEXT,
    "verdict" "verdict",
    "reason" TEXT,
    "reason_url" TEXT,
    "timestamp_ms" BIGINT NOT NULL,

    CONSTRAINT "case_steps_pkey" PRIMARY KEY ("case_id","seq","event_index")
);

-- CreateIndex
CREATE INDEX "cases_status_case_id_idx" ON "cases"("status", "case_id");

-- CreateIndex
CREATE INDEX "cases_category_name_case_id_idx" ON "cases"("category_name", "case_id");

-- CreateIndex
CREATE INDEX "cases_category_name_category_sub_case_id_idx" ON "cases"("category_name", "category_sub", "case_id");

-- CreateIndex
CREATE INDEX "cases_event_id_case_id_idx" ON "cases"("event_id", "case_id");

-- CreateIndex
CREATE INDEX "case_challenges_case_id_challenge_id_idx" ON "case_challenges"("case_id", "challenge_id");

-- CreateIndex
CREATE UNIQUE INDEX "case_challenges_user_key_nonce_key" ON "case_challenges"("user_key", "nonce");
