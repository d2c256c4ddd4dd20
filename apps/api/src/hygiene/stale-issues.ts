import type { OrderIssue, OrderRisk } from '@opal/contract/order-health'
import { toTextOrNull } from '../present/text.ts'

/** An own listing below this share of what others ask at least is far under the floor: nobody undercuts by so much on purpose. */
export const FAR_BELOW_FLOOR = { numerator: 4n, denominator: 5n }
/** An order without an end that nobody touched for so long is taken for forgotten: 90 days. */
export const FORGOTTEN_AFTER_MICROS = 90n * 86_400_000_000n

/** What is wrong with an order, and how bad that is: `high` can cost money by one click of somebody else. */
const ISSUES = {
  'below-bid': ['high', 'A bid brings more than this listing would: whoever buys it can sell it on at once.'],
  'far-below-floor': ['high', 'The price is far below what others ask in this collection.'],
  'above-listing': ['high', 'This token is for sale for no more than you bid.'],
  'above-floor': ['high', 'Tokens of this collection are for sale for no more than you bid.'],
  'token-moved': ['medium', 'The token is not in your wallet any more; if it comes back, this listing sells it.'],
  'token-gone': ['medium', 'The token does not exist any more.'],
  'own-token': ['medium', 'You own this token now, and your bid for it still holds your money.'],
  unfunded: ['medium', 'The money for this bid is not there.'],
  expired: ['medium', 'The bid ran out, and still holds your money.'],
  'venue-closed': ['medium', 'The marketplace is closed: nobody can trade this any more.'],
  exhausted: ['low', 'The bid wants no more tokens.'],
  forgotten: ['low', 'Nothing has changed here for more than 90 days, and it has no end of its own.'],
} as const satisfies Record<string, readonly [OrderRisk, string]>

export type IssueCode = keyof typeof ISSUES

/** An issue in words. @param comparedWith the octas that the order's price was held against. */
export function issueOf(code: IssueCode, comparedWith: bigint | null = null): OrderIssue {
  const [risk, sentence] = ISSUES[code]
  return { code, sentence, risk, comparedWith: toTextOrNull(comparedWith) }
}

/** How bad a risk is, the worst first. */
export const RISKS = ['high', 'medium', 'low'] as const satisfies readonly OrderRisk[]
