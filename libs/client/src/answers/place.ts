/** Up to which command of the exchange an answer speaks, and when that was (Unix seconds). */
export interface Place {
  readonly seq: number;
  readonly timestamp: number;
}

/** The end of a page; `next_cursor` goes into `before` of the next one, and is null at the end of the list. */
export interface PageEnd {
  readonly next_cursor: string | null;
  readonly has_more: boolean;
}
