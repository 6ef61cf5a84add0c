-- AlterTable
ALTER TABLE "api_keys" ADD COLUMN     "is_first" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "is_stopped" BOOLEAN NOT NULL DEFAULT false;

-- An operator issues one key of a builder: another one only where the first was revoked before its builder took it over.
CREATE UNIQUE INDEX "api_keys_first" ON "api_keys"("builder_id")
  WHERE "is_first" AND NOT ("generation" = 1 AND "revoked_ms" IS NOT NULL);

-- AlterTable
ALTER TABLE "confirmations" ADD COLUMN     "spent_ms" BIGINT;

-- AlterTable
ALTER TABLE "operators" ADD COLUMN     "confirmed_by" TEXT,
ADD COLUMN     "revoked_by" TEXT;
