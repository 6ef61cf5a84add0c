-- The addresses of the keys that the funding apps work with: nobody is paid there.
CREATE TABLE "exchange_keys" (
    "app" TEXT NOT NULL,
    "address" BYTEA NOT NULL,

    CONSTRAINT "exchange_keys_pkey" PRIMARY KEY ("app","address")
);
