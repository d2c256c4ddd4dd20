import type { MarketplaceInfo } from '@opal/contract/network'
import type { TermsInput } from '@opal/contract/trading/selling'
import { useState } from 'react'
import { useSite } from '../../../../app/site.tsx'
import { canListOnTerms, canUpdateTermsOn } from '../../../../entities/order/marketplace-abilities.ts'
import type { TradeToken } from '../../../../entities/order/trade-request.ts'
import { useRecipient } from '../../ending/recipient-field.tsx'
import type { PricedToken } from '../prices/use-priced-tokens.ts'
import { lossesOf } from './lost-terms.tsx'
import { readTerms, type TypedTerms, typedTermsOf } from './terms-fields.tsx'

/** The listings whose prices are set: new ones, present ones, or present ones that move to the native marketplace. */
export type PriceKind = 'list' | 'update-price' | 'relist'

const REPLACES_TERMS =
  'These replace all terms of all selected listings: an empty field ends that term. If all fields are empty, the terms stay, except that falling prices stop.'

/**
 * Holds the terms of new listings, or new terms of present ones, where the marketplace has them.
 * @param marketplaceOf returns the marketplace of a token's listing.
 * @param seller the connected wallet.
 */
export function useTypedTerms(
  kind: PriceKind,
  marketplaceOf: (token: TradeToken) => MarketplaceInfo | undefined,
  priced: readonly PricedToken[],
  seller: string,
) {
  const { preferences } = useSite()
  const [changed, setChanged] = useState<ChangedTerms | null>(null)
  const [openedMs] = useState(() => Date.now())
  const [only] = priced.length === 1 ? priced : []
  const present = kind === 'update-price' ? (only?.listing?.terms ?? null) : null
  // Fields start with the terms of the listing, which is loaded first.
  const isKnown =
    changed !== null || kind === 'list' || (kind === 'update-price' && (only === undefined || only.listing !== null))
  const isOpen = kind === 'list' ? canListOnTerms : canUpdateTermsOn
  const places = priced.map(({ token }) => marketplaceOf(token))
  const isShown = preferences.mode === 'pro' || present !== null || changed !== null
  const isOffered = isKnown && isShown && places.every(isOpen)
  // Terms typed before the marketplace was changed to one without terms: the form says that they are lost.
  const closed = places.find((one) => !isOpen(one))?.displayName ?? 'This marketplace'
  const losses = changed === null || isOffered ? [] : lossesOf(changed.typed, closed)
  const initial = typedTermsOf(present, openedMs)
  const typed = shownTerms(initial, changed, only !== undefined)
  const isChanged = isOffered && JSON.stringify(typed) !== JSON.stringify(initial)
  const prices = priced.flatMap(({ octas }) => octas ?? [])
  const lowest = least(prices)
  const leastAt = (end: string | undefined) =>
    least(
      priced.flatMap(({ octas, proceedsAt }) => {
        const price = end === undefined ? octas : BigInt(end)
        return price === null ? [] : (proceedsAt(price) ?? [])
      }),
    )
  const { address, name: buyerName } = useRecipient(typed.buyer)
  const { terms, errors } = readTerms(typed, { lowest, proceedsAt: leastAt }, openedMs, address, seller)
  // Terms are replaced as a whole; listings without any get a price only.
  const replaced = isChanged || present !== null ? (terms ?? {}) : undefined
  return {
    isOffered,
    typed,
    setTyped: (next: TypedTerms) => setChanged({ typed: next, isOfSeveral: only === undefined }),
    errors,
    losses,
    /** The rows that a transaction changes. */
    changed: kind !== 'update-price' || isChanged ? priced : priced.filter((row) => !isPresent(row)),
    terms: isOffered ? (kind === 'list' ? terms : replaced) : undefined,
    /** The typed name of the only buyer; null for an address, and for none. */
    buyerName: isOffered ? buyerName : null,
    note: kind === 'update-price' && only === undefined ? noteOf(priced, replaced) : undefined,
    isComplete: isOffered ? Object.keys(errors).length === 0 : losses.length === 0,
  }
}

/** Terms that the user has changed. */
interface ChangedTerms {
  readonly typed: TypedTerms
  /** The terms were typed for several listings, so an empty field does not say which terms each of them has. */
  readonly isOfSeveral: boolean
}

/**
 * Returns what the fields of terms show.
 * @param initial what they begin with: the terms of the only listing.
 * @param isOfOne there is one listing, perhaps since the others were taken out: its terms stay where nothing was typed for all.
 */
function shownTerms(initial: TypedTerms, changed: ChangedTerms | null, isOfOne: boolean): TypedTerms {
  if (changed === null) return initial
  const { typed, isOfSeveral } = changed
  if (!isOfOne || !isOfSeveral) return typed
  return { ...initial, ...Object.fromEntries(Object.entries(typed).filter(([, text]) => text !== '')) }
}

/** Says what becomes of the terms of several listings. @param terms that replace them; undefined where each keeps its own. */
function noteOf(priced: readonly PricedToken[], terms: TermsInput | undefined): string {
  const isForAnyone = terms !== undefined && terms.reservedFor === undefined
  // Expired listings count: with a later end, only their buyer could buy them again.
  const freed = isForAnyone ? priced.filter(({ listing }) => listing?.terms?.reservedFor != null).length : 0
  if (freed === 0) return REPLACES_TERMS
  const reserved =
    freed === 1 ? '1 of them is reserved for one buyer' : `${freed} of them are reserved for one buyer each`
  return `${REPLACES_TERMS} ${reserved}: anyone could buy ${freed === 1 ? 'it' : 'them'} then.`
}

/**
 * Returns whether terms put a listing up for sale to others than before: one that has expired nobody could buy, and a reserved one its buyer alone.
 * @param terms that replace those of the listing; undefined where it keeps them.
 */
export function isOpened({ listing }: Pick<PricedToken, 'listing'>, terms: TermsInput | undefined): boolean {
  if (listing === null || listing.validity === 'valid' || terms === undefined) return false
  return listing.validity !== 'reserved' || terms.reservedFor !== listing.terms?.reservedFor
}

/** Returns whether a token is priced as it is listed. */
export function isPresent({ octas, present }: PricedToken): boolean {
  return octas !== null && octas === present
}

/** Returns the least of some amounts; null without any. */
function least(amounts: readonly bigint[]): bigint | null {
  return amounts.reduce<bigint | null>((low, octas) => (low === null || octas < low ? octas : low), null)
}
