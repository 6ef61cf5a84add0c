-- What the user of a withdrawal or a recovery signed about its recipient and its fee.
ALTER TABLE "withdrawals" ADD COLUMN "allow_program_address" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "withdrawals" ALTER COLUMN "allow_program_address" DROP DEFAULT;

ALTER TABLE "recoveries" ADD COLUMN "allow_program_address" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN "max_gas_fee" BIGINT NOT NULL DEFAULT 0;
ALTER TABLE "recoveries" ALTER COLUMN "allow_program_address" DROP DEFAULT,
ALTER COLUMN "max_gas_fee" DROP DEFAULT;
