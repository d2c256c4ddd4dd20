import { useState } from 'react'
import type { TradeToken } from '../../../entities/order/trade-request.ts'
import { tradeKey } from './item-rows.ts'

/** The tokens of a dialog from which single ones can be taken out. */
export interface LeftTokens<Token> {
  readonly left: readonly Token[]
  /** @param key of the token's row. */
  remove(key: string): void
}

/** Holds which tokens of a request are still traded: each edition and each listing by itself. */
export function useLeftTokens<Token extends TradeToken>(tokens: readonly Token[]): LeftTokens<Token> {
  const [removed, setRemoved] = useState<ReadonlySet<string>>(new Set())
  return {
    left: tokens.filter((token) => !removed.has(tradeKey(token))),
    remove: (key) => setRemoved((before) => new Set([...before, key])),
  }
}
