// Tokens that open one private socket within ten seconds and become invalid by use: of one process,
// or shared over a server (reliability S17).

import { createHash } from 'node:crypto'
import type { Awaitable } from '../postgres/awaitable.ts'

const mostTokens = 10_000

/** The account and session that a token logs in. */
export type TokenBearer = { readonly account: number; readonly sessionKey: string }

export interface OneTimeTokens {
  readonly keep: (token: string, bearer: TokenBearer, expiresMs: number) => Awaitable<void>
  /** Consumes the token: it cannot be used again, whatever this returns. */
  readonly take: (token: string, nowMs: number) => Awaitable<TokenBearer | undefined>
  /** Drops a session's unused tokens. */
  readonly dropOf: (sessionKey: string) => Awaitable<void>
}

/** The hash under which a token is stored. */
export const tokenHash = (token: string): string =>
  createHash('sha256').update(token).digest('base64url')

/** Tokens that live in this process's memory. */
export function memoryTokens(): OneTimeTokens {
  const tokens = new Map<string, { readonly bearer: TokenBearer; readonly expiresMs: number }>()
  return {
    keep(token, bearer, expiresMs) {
      // Tokens expire in the order in which they were created.
      const [oldest] = tokens.keys()
      if (tokens.size >= mostTokens && oldest !== undefined) tokens.delete(oldest)
      tokens.set(tokenHash(token), { bearer, expiresMs })
    },
    take(token, nowMs) {
      const hash = tokenHash(token)
      const found = tokens.get(hash)
      tokens.delete(hash)
      for (const [old, { expiresMs }] of tokens) {
        if (expiresMs > nowMs) break
        tokens.delete(old)
      }
      return found !== undefined && found.expiresMs > nowMs ? found.bearer : undefined
    },
    dropOf(sessionKey) {
      for (const [hash, { bearer }] of tokens) {
        if (bearer.sessionKey === sessionKey) tokens.delete(hash)
      }
    },
  }
}
