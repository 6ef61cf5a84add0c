export interface RpcRequest {
  readonly id?: unknown;
  readonly method: string;
  readonly params?: readonly unknown[];
}

export type RpcAnswer =
  | { readonly result: unknown }
  | { readonly error: { readonly code: number; readonly message: string } };
