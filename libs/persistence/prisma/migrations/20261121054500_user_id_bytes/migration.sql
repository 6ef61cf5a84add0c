-- A user's key is derived from the bytes of its id, and U+0000 is one of them: TEXT cannot hold it.
ALTER TABLE "user_links" ALTER COLUMN "user_id" SET DATA TYPE BYTEA USING convert_to("user_id", 'UTF8');
