/** The command up to which an answer is valid, and its time (Unix seconds). */
export interface Place {
  readonly seq: number;
  readonly timestamp: number;
}

/** The end of a page. `next_cursor` is the next page's `before`, and null at the end of the list. */
export interface PageEnd {
  readonly next_cursor: string | null;
  readonly has_more: boolean;
}
