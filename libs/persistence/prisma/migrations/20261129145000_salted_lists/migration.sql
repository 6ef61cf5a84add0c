-- A list has a salt, so none is looked for among those under way.
DROP INDEX "deposits_split_idx";
