ALTER TABLE "case_steps" ADD COLUMN "price_as_of_seconds" BIGINT;
ALTER TABLE "cases" DROP COLUMN "price_as_of_seconds";
