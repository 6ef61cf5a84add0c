/** For answers whose text is JSON already. */
export const JSON_TEXT = { 'content-type': 'application/json; charset=utf-8' } as const;
