-- CreateTable
CREATE TABLE "series" (
    "series_id" TEXT NOT NULL,
    "template" JSONB NOT NULL,
    "period_seconds" INTEGER NOT NULL,
    "first_start_seconds" BIGINT NOT NULL,
    "lead_seconds" INTEGER NOT NULL,
    "ends_at_seconds" BIGINT,

    CONSTRAINT "series_pkey" PRIMARY KEY ("series_id")
);
