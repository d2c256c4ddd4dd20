import { NotOfferedError } from '@opal/domain/errors'
import type { TradePayload } from '@opal/domain/payload'
import * as fc from 'fast-check'
import { checkPayload } from '../check-payload.ts'
import { PayloadRefusedError } from '../payload-refused-error.ts'
import { type CorrectTrade, correctTrade, KINDS } from './correct-trades.ts'
import { NotInOneCallError } from './made-trade.ts'
import { NATIVE, PLACE, SIGNER, type TradeFacts } from './trade-fixtures.ts'

const others = PLACE.marketplaces
  .filter(({ adapter, contracts }) => !adapter.isNative && contracts.status === 'active')
  .map(({ adapter }) => adapter.id)

/** Facts of any trade. */
export const facts: fc.Arbitrary<TradeFacts> = fc.record({
  nth: fc.integer({ min: 1, max: 4 }),
  priceOctas: fc.bigInt(100_000n, 10n ** 12n),
  marketplaces: fc.array(fc.constantFrom(NATIVE, ...others), { minLength: 1, maxLength: 3 }),
  isOld: fc.boolean(),
  receiver: fc.constantFrom(`0x${'b1'.repeat(32)}`, `0x${'b2'.repeat(32)}`),
  isBestEffort: fc.boolean(),
})
/** Any kind of trade. */
export const kind = fc.constantFrom(...KINDS)

/** Returns a correct trade; null where the marketplaces do not offer it in one call. */
export async function tradeOf(...asked: Parameters<typeof correctTrade>): Promise<CorrectTrade | null> {
  try {
    return await correctTrade(...asked)
  } catch (error) {
    if (error instanceof NotOfferedError || error instanceof NotInOneCallError) return null
    throw error
  }
}

/** Returns the payload of a trade as the check composes it. @throws PayloadRefusedError */
export function checked({ draft, answer }: CorrectTrade): Promise<TradePayload> {
  return checkPayload(draft, answer, SIGNER, PLACE, () => Promise.reject(new PayloadRefusedError('a composed script')))
}

/** Returns whether the check accepts a trade. */
export async function verdict(trade: CorrectTrade): Promise<'accepted' | 'refused'> {
  try {
    await checked(trade)
    return 'accepted'
  } catch (error) {
    if (error instanceof PayloadRefusedError) return 'refused'
    throw error
  }
}
