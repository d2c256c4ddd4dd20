import type { TradeAnswer, TradeItem } from '@opal/contract/trading/trade'
import { formatApt, groupedApt } from '../../../shared/format/apt.ts'
import { isLeftForLater } from './left-for-later.ts'
import { isNewWarning, totalBesideGas } from './same-quote.ts'
import type { ChosenDraft } from './trade-draft.ts'

/** Items that are named in a sentence; others are counted. */
const MAX_NAMED = 2

/**
 * Says how a new quote differs from the one that is shown: by its items, else by the money, else by a warning. Null where none differs, such as
 * by gas or the wallet's balance.
 * @param nameOf returns the name of a marketplace.
 */
export function quoteChange(
  call: ChosenDraft['call'],
  shown: TradeAnswer,
  now: TradeAnswer,
  nameOf: (marketplace: string) => string,
): string | null {
  const { pairs, gone, added } = pairItems(shown.items, now.items)
  const exchange = exchangeOf(gone, added)
  const isLater = ([before, after]: (typeof pairs)[number]) =>
    isLeftForLater(before, shown) && isLeftForLater(after, now)
  const changes = pairs.flatMap((pair) => itemChange(call, pair, isLater(pair), shown.items.length, nameOf) ?? [])
  if (exchange === null && changes.length === 0) return moneyChange(shown, now)
  const more = changes.length - MAX_NAMED
  return [exchange ?? [], changes.slice(0, MAX_NAMED), more > 0 ? `${more} more changed.` : []].flat().join(' ')
}

interface PairedItems {
  readonly pairs: readonly (readonly [before: TradeItem, after: TradeItem])[]
  readonly gone: readonly TradeItem[]
  readonly added: readonly TradeItem[]
}

/** Pairs the items of two quotes by token, in any order; editions of one token by their order. */
function pairItems(before: readonly TradeItem[], after: readonly TradeItem[]): PairedItems {
  const left = [...after]
  const pairs: [TradeItem, TradeItem][] = []
  const gone: TradeItem[] = []
  for (const item of before) {
    const at = left.findIndex(({ tokenDataId }) => tokenDataId === item.tokenDataId)
    const [same] = at < 0 ? [] : left.splice(at, 1)
    if (same === undefined) gone.push(item)
    else pairs.push([item, same])
  }
  return { pairs, gone, added: left }
}

/** Names the items that a trade has lost and gained since the last quote, as a sweep may; null where there are none. */
function exchangeOf(gone: readonly TradeItem[], added: readonly TradeItem[]): string | null {
  const parts = [
    gone.length > 0 && `${namesOf(gone)} ${gone.length === 1 ? 'is' : 'are'} gone`,
    added.length > 0 && `${namesOf(added)} ${added.length === 1 ? 'was' : 'were'} added`,
  ].filter(Boolean)
  const words = parts.join(', ')
  return words === '' ? null : `${words.charAt(0).toUpperCase()}${words.slice(1)}.`
}

function namesOf(items: readonly TradeItem[]): string {
  const names = items.slice(0, MAX_NAMED).map(({ name }) => name ?? 'an item')
  const more = items.length - names.length
  const all = more > 0 ? [...names, `${more} more`] : names
  return [all.slice(0, -1).join(', '), ...all.slice(-1)].filter(Boolean).join(' and ')
}

/**
 * Says how an item of a quote changed; null where it did not.
 * @param isLater a later transaction trades it, which is confirmed with this one.
 * @param count items of the quote.
 */
function itemChange(
  call: ChosenDraft['call'],
  [before, now]: readonly [TradeItem, TradeItem],
  isLater: boolean,
  count: number,
  nameOf: (marketplace: string) => string,
): string | null {
  const { priceOctas, marketplace, sellerOctas, reason } = now
  const name = before.name ?? 'This item'
  if (reason !== null && !isLater)
    return reason.code === before.reason?.code ? null : `${name}: ${ended(reason.sentence)}`
  if (before.reason !== null && !isLater) return `${name} can be traded again.`
  const isBid = call === 'accept-bid'
  const bid = count === 1 ? 'The best bid' : `The best bid on ${name}`
  const place = marketplace === null || marketplace === before.marketplace ? null : nameOf(marketplace)
  const moved = priceChange(before.priceOctas, priceOctas)
  const edition = editionChange(name, before, now)
  if (moved !== null) {
    const price = `${isBid ? bid : `The price of ${name}`} ${moved}${place === null ? '' : `, on ${place}`}.`
    return edition === null ? price : `${edition} ${price}`
  }
  if (edition !== null) return edition
  if (place !== null) return isBid ? `${bid} is on ${place} now.` : `${name} is listed on ${place} now.`
  // The proceeds of this transaction are compared as a sum elsewhere.
  const isSaid = isBid && !isLater
  return isSaid || sellerOctas === before.sellerOctas ? null : 'A fee or a royalty changed.'
}

/** Adds the full stop to a sentence that is shown alone elsewhere: others follow it here. */
function ended(sentence: string): string {
  const text = sentence.trimEnd()
  return /[.!?]$/.test(text) ? text : `${text}.`
}

/** Says which edition of a v1 token another listing sells; null where it is the same one. */
function editionChange(name: string, before: TradeItem, { listing }: TradeItem): string | null {
  if (listing === null || before.listing === null || listing.propertyVersion === before.listing.propertyVersion)
    return null
  return `The listing of ${name} is for Edition ${listing.propertyVersion} now.`
}

/** Says how a price changed, or that it became known or unknown; null where it did not. */
function priceChange(before: string | null, now: string | null): string | null {
  if (before === now) return null
  if (now === null) return 'is no longer known'
  return before === null ? `is ${formatApt(now)} APT now` : moveOf(before, now)
}

/** Says how an amount moved, such as "fell from 5.2 to 5 APT"; null where it did not, or one is unknown. */
export function moveOf(before: string | null, now: string | null): string | null {
  if (before === null || now === null || before === now) return null
  const [from, to] = [BigInt(before), BigInt(now)]
  // Amounts that round to the same text are written to the octa.
  const format = formatApt(from) === formatApt(to) ? groupedApt : formatApt
  return `${to < from ? 'fell' : 'rose'} from ${format(from)} to ${format(to)} APT`
}

/** Compares what is received and paid, without gas, whether the chain holds the signer to it, and whether something speaks against it. */
function moneyChange(shown: TradeAnswer, now: TradeAnswer): string | null {
  const received = moveOf(shown.split.receivedOctas, now.split.receivedOctas)
  if (received !== null) return `What you receive ${received}.`
  const paid = moveOf(String(totalBesideGas(shown)), String(totalBesideGas(now)))
  if (paid !== null) return `What you pay ${paid}.`
  const isSplitOtherwise = (['sellerOctas', 'commissionOctas', 'royaltyOctas'] as const).some(
    (part) => shown.split[part] !== now.split[part],
  )
  if (isSplitOtherwise) return 'A fee or a royalty changed.'
  return lockChange(shown, now) ?? (isNewWarning(shown, now) ? 'There is a warning now.' : null)
}

/** Says that the chain holds a price to what is shown, or no longer does; null where that is as before, even if another guard holds it. */
function lockChange(shown: TradeAnswer, now: TradeAnswer): string | null {
  const isOpen = now.priceGuard === 'none'
  if (isOpen === (shown.priceGuard === 'none')) return null
  return isOpen ? 'The price is no longer locked on-chain.' : 'The price is locked on-chain now.'
}

/** Returns the change as {@link quoteChange} does, or that the wallet's balance fell, which counts just before signing. */
export function changeBeforeSigning(...quotes: Parameters<typeof quoteChange>): string | null {
  const [, shown, now] = quotes
  const change = quoteChange(...quotes)
  if (change !== null) return change
  const [before, after] = [shown.split.balanceOctas, now.split.balanceOctas]
  const balance = before !== null && after !== null && BigInt(after) < BigInt(before) ? moveOf(before, after) : null
  return balance === null ? null : `Your balance ${balance}.`
}
