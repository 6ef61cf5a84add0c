-- CreateTable
CREATE TABLE "stepped_blocks" (
    "chain" TEXT NOT NULL,
    "slot" BIGINT NOT NULL,
    "asked_ms" BIGINT NOT NULL,
    "stepped_ms" BIGINT,
    "block_hash" BYTEA,
    "signatures" BYTEA,

    CONSTRAINT "stepped_blocks_pkey" PRIMARY KEY ("chain","slot")
);
