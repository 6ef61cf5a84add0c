/** Typed providers of classes that do not depend on Nest: the compiler checks a factory against what is injected. */
import type { FactoryProvider, InjectionToken } from '@nestjs/common';

declare const PROVIDES: unique symbol;

/** Injection tokens for values that are no instance of a class. */
export type Token<T> = symbol & { readonly [PROVIDES]?: T };

export const tokenOf = <T>(meaning: string): Token<T> => Symbol(meaning) as Token<T>;

type Injectable = Token<unknown> | { readonly prototype: unknown };
type Injected<K> =
  K extends Token<infer T> ? T : K extends { readonly prototype: infer I } ? I : never;

/** `provide(Trading, [UserLinks, EngineClient], (links, engine) => new Trading({ links, engine }))` */
export const provide = <T, const K extends readonly Injectable[]>(
  what: Token<T> | { readonly prototype: T },
  inject: K,
  make: (...parts: { -readonly [I in keyof K]: Injected<K[I]> }) => T | Promise<T>,
): FactoryProvider => ({
  provide: what as InjectionToken,
  inject: [...inject] as InjectionToken[],
  useFactory: make as FactoryProvider['useFactory'],
});
