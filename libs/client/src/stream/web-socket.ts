import { InvalidInputError } from '../errors';

/**
 * The part of the standard `WebSocket` that is used: a browser's, that of Node.js (from 22), or of the package `ws`.
 */
export interface WebSocketLike {
  send(text: string): void;
  close(code?: number, reason?: string): void;
  addEventListener(type: 'open', listener: () => void): void;
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void;
  addEventListener(
    type: 'close',
    listener: (event: { readonly code: number; readonly reason: string }) => void,
  ): void;
  addEventListener(type: 'error', listener: () => void): void;
}

export type WebSocketConstructor = new (url: string) => WebSocketLike;

/** @throws InvalidInputError if there is none */
export function globalWebSocket(): WebSocketConstructor {
  const found: unknown = Reflect.get(globalThis, 'WebSocket');
  if (typeof found === 'function') return found as WebSocketConstructor;
  throw new InvalidInputError('webSocket', undefined, 'given: this runtime has no WebSocket');
}

/** `https://gateway.example` has its stream at `wss://gateway.example/v1/ws`. */
export const streamUrlOf = (gatewayUrl: string): string =>
  `${gatewayUrl.replace(/\/+$/, '').replace(/^http/, 'ws')}/v1/ws`;
