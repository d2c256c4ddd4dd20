import type { TradeAnswer, WirePayload } from '@opal/contract/trading/trade'

/** The call that an answer wants signed; undefined without one. @throws Error when it is a script. */
export function called({ payload }: TradeAnswer): Extract<WirePayload, { function: string }> | undefined {
  if (payload !== null && 'bytes' in payload) throw new Error('The answer is a script, not a call.')
  return payload ?? undefined
}
