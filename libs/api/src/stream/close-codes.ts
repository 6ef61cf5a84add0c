/** Close codes of the gateway. Those below 4000 are defined in RFC 6455, section 7.4.1. */
export interface CloseCode {
  readonly code: number;
  /** For people; the close frame's reason is the name, a colon and this sentence. */
  readonly message: string;
  /** Whether the client should reconnect and resume. */
  readonly isTemporary: boolean;
}

export const CLOSE_CODES = {
  GATEWAY_STOPPING: {
    code: 1001,
    message: 'this gateway is being stopped; connect again and resume',
    isTemporary: true,
  },
  NOT_TEXT: { code: 1003, message: 'messages are JSON text, not binary', isTemporary: false },
  NOT_UTF8: { code: 1007, message: 'a text message was not UTF-8', isTemporary: false },
  MESSAGE_TOO_LARGE: { code: 1009, message: 'a message is too large', isTemporary: false },
  GATEWAY_FAILED: {
    code: 1011,
    message: 'this gateway has failed and stops; connect again and resume',
    isTemporary: true,
  },
  SLOW_READER: {
    code: 4408,
    message: 'messages waited for you to read them; connect again and resume',
    isTemporary: true,
  },
  RATE_LIMITED: {
    code: 4429,
    message: 'too many messages came; wait a second, connect again and resume',
    isTemporary: true,
  },
} as const satisfies Record<string, CloseCode>;

export type CloseName = keyof typeof CLOSE_CODES;

export const closeReasonOf = (name: CloseName): string => `${name}: ${CLOSE_CODES[name].message}`;
