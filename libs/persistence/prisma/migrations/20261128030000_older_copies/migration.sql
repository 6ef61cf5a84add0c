-- PostgreSQL put back to an older copy: what tells it, and what waits for the other rows.
ALTER TABLE "funding_settings" ADD COLUMN "rows_behind_ms" BIGINT;
ALTER TABLE "solvency_rounds" ADD COLUMN "resumes_since_ms" BIGINT;
ALTER TABLE "recoveries" ADD COLUMN "authorized_ms" BIGINT;
ALTER TABLE "deposits" ADD COLUMN "arrived_sequence" BIGINT;
