import type { TradeAnswer, TradeItem } from '@opal/contract/trading/trade'
import type { BatchIntent } from '@opal/domain/intent'
import { type CrossedDraft, isWithin, tradedOf } from '../crossed-drafts.ts'
import { built, type ChangedAnswers, changed, intentOf, type Liar, payloadOf } from './liar.ts'

const SOME_OCTAS = 1_000n

/** Shows, or asks for, another price; asks for more than is shown; or hides what is asked. */
export async function otherPrices(liar: Liar): Promise<ChangedAnswers> {
  const { draft, honest } = liar
  const intent = intentOf(liar)
  const isBought = draft.call === 'buy' || draft.call === 'sweep'
  const off = (octas: bigint) => (item: TradeItem) => {
    const price = (text: string | null) => (text === null ? null : String(BigInt(text) + octas))
    const listing = isBought ? item.listing : null
    return {
      ...item,
      priceOctas: price(item.priceOctas),
      sellerOctas: price(item.sellerOctas),
      listing: listing === null ? item.listing : { ...listing, priceOctas: String(BigInt(listing.priceOctas) + octas) },
      offer: item.offer && { ...item.offer, priceOctas: String(BigInt(item.offer.priceOctas) + octas) },
    }
  }
  const { split } = honest
  const paid = { ...split, totalOctas: String(BigInt(split.totalOctas) + SOME_OCTAS) }
  const fee = { ...paid, placingFeeOctas: String(BigInt(split.placingFeeOctas) + SOME_OCTAS) }
  const told = await Promise.all(
    [SOME_OCTAS, -1n].flatMap((octas) => [
      changed(liar, off(octas)),
      changed({ ...liar, honest: { ...honest, split: shiftedSplit(honest, draft, octas) } }, off(octas)).then((lie) =>
        // A worse price that is shown, and within what was chosen, is the chooser's to refuse.
        lie !== null && octas > 0n === isBought && isWithin(draft, lie) ? null : lie,
      ),
    ]),
  )
  const quiet = intent === null ? [] : await Promise.all([...repriced(intent)].map((one) => built(liar, one, honest)))
  // What is shown stays as it was.
  const hidden = told.map((lie) => (lie === null ? null : payloadOf(honest, lie)))
  return [...told, ...hidden, ...quiet, { ...honest, split: paid }, { ...honest, split: fee }]
}

/** Returns a split for prices that are off by some octas for each item. */
function shiftedSplit({ split, ...answer }: TradeAnswer, { call }: CrossedDraft, octas: bigint) {
  const all = octas * BigInt(tradedOf({ ...answer, split }).length)
  const plus = (text: string) => String(BigInt(text) + all)
  const isBought = call === 'buy' || call === 'sweep'
  const shifted = { ...split, priceOctas: plus(split.priceOctas), sellerOctas: plus(split.sellerOctas) }
  if (isBought) return { ...shifted, totalOctas: plus(split.totalOctas) }
  return call === 'accept-bid' ? { ...shifted, receivedOctas: plus(split.receivedOctas) } : shifted
}

/** Returns the same batch at other limits and prices. */
function* repriced(intent: BatchIntent): Generator<BatchIntent> {
  for (const octas of [1n, 10n ** 12n, -1n]) {
    if (intent.kind === 'purchase-many') yield { ...intent, maxOctas: (intent.maxOctas ?? 0n) + octas }
    if (intent.kind === 'instant-sell' && intent.leastOctas !== null) {
      const { each, total } = intent.leastOctas
      yield { ...intent, leastOctas: { each: each.map((one) => floor(one - octas)), total: floor(total - octas) } }
      yield { ...intent, leastOctas: { each, total: floor(total - octas) } }
    }
    if (intent.kind === 'list-many')
      yield { ...intent, items: intent.items.map((one) => ({ ...one, priceOctas: floor(one.priceOctas - octas) })) }
    if (intent.kind === 'update-price-many' || intent.kind === 'delist-and-list-many')
      yield {
        ...intent,
        items: intent.items.map((one) => ({ ...one, priceOctas: floor(one.priceOctas - octas) })),
      } as BatchIntent
  }
}

function floor(octas: bigint): bigint {
  return octas < 1n ? 1n : octas
}

/** Returns answers whose payload lacks the price limit or whose claim about it is false, one for each possible claim. */
export async function droppedGuards(liar: Liar): Promise<ChangedAnswers> {
  const { honest } = liar
  const intent = intentOf(liar)
  const free = intent === null ? null : await built(liar, withoutLimit(intent), honest)
  const claims = (['call', 'script', 'aggregator', 'none', null] as const).filter(
    (claim) => claim !== honest.priceGuard,
  )
  const said = claims.map((priceGuard) => ({ ...honest, priceGuard }))
  return [free, ...(free === null ? [] : claims.map((priceGuard) => ({ ...free, priceGuard }))), ...said]
}

function withoutLimit(intent: BatchIntent): BatchIntent {
  const unproven = <Item extends object>(item: Item) => ({ ...item, proceedsOctas: undefined })
  switch (intent.kind) {
    case 'purchase-many':
      return { ...intent, maxOctas: null }
    case 'instant-sell':
      return { ...intent, leastOctas: null }
    case 'list-many':
      return { ...intent, items: intent.items.map(unproven) } as unknown as BatchIntent
    case 'delist-and-list-many':
      return { ...intent, items: intent.items.map(unproven) } as unknown as BatchIntent
    default:
      return intent
  }
}
