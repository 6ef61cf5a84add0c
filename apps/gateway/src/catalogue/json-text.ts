/** For direct answers of text which is JSON already. */
export const JSON_TEXT = { 'content-type': 'application/json; charset=utf-8' } as const;
