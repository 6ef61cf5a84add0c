# Made of docs/api by `node tools/documents.mjs`. Not to be edited.
