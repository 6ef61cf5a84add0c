-- Rows that are changed many times leave room on their page for the next version: no index needs a new entry then. It
-- counts for new pages; VACUUM FULL would rewrite the old ones, and need not.
ALTER TABLE "candles" SET (fillfactor = 70);
ALTER TABLE "builder_sums" SET (fillfactor = 70);
ALTER TABLE "ledger_accounts" SET (fillfactor = 50);

-- Postings are written in the order of their seq and never change: a range of pages is found as well by its least and
-- greatest seq, without an entry a row. Building it reads the table once; statements are read meanwhile, and the projector
-- waits.
CREATE INDEX "ledger_postings_seq_ranges" ON "ledger_postings" USING BRIN ("seq") WITH (pages_per_range = 16, autosummarize = on);
DROP INDEX "ledger_postings_seq_idx";
ALTER INDEX "ledger_postings_seq_ranges" RENAME TO "ledger_postings_seq_idx";
