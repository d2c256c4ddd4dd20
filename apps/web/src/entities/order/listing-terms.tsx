import type { Listing, ListingTerms } from '@opal/contract/shapes/orders'
import { MICROS_PER_SECOND } from '@opal/domain/time'
import { formatApt } from '../../shared/format/apt.ts'
import { usePriceFormat } from '../../shared/format/chart-labels.ts'
import { formatWallet, namedWallet } from '../../shared/format/name.ts'
import { formatMinute, formatTimeLeft } from '../../shared/format/time.ts'
import { useNow } from '../../shared/hooks/use-now.ts'

const INVALID_LABELS: Readonly<Record<Listing['validity'], string | null>> = {
  valid: null,
  'seller-lost-token': 'the item was moved away',
  'token-frozen': 'the item is frozen',
  'marketplace-closed': 'can’t be bought',
  expired: 'expired',
  // Its terms say for whom.
  reserved: null,
  ended: 'ended',
}

/** Says why a listing cannot be bought, in a few words; null where nothing is to be added to its terms. */
export function invalidLabel({ validity, terms }: Pick<Listing, 'terms' | 'validity'>): string | null {
  return validity === 'expired' && terms?.expiresAtSeconds ? null : INVALID_LABELS[validity]
}

/** The primary `.apt` names of wallets by address, as far as they are known. */
export type WalletNames = ReadonlyMap<string, string>

const NO_NAMES: WalletNames = new Map()

export interface TermsLabelsOptions {
  /** Its end is in the past. */
  readonly hasExpired?: boolean
  readonly names?: WalletNames
  /** Writes octas, in the user's currency; in APT by default. */
  readonly price?: (octas: string) => string
}

const inApt = (octas: string) => `${formatApt(octas)} APT`

/**
 * Returns the terms of a listing in words, as far as they concern its price, its end and its buyer.
 * @param viewer the connected wallet; null for none.
 */
export function termsLabels(
  terms: ListingTerms | null,
  viewer: string | null,
  { hasExpired = false, names = NO_NAMES, price = inApt }: TermsLabelsOptions = {},
): readonly string[] {
  if (terms === null) return []
  const { endPrice, fallsUntilSeconds, expiresAtSeconds, reservedFor } = terms
  return [
    reservedFor === null ? null : `reserved for ${buyerOf(reservedFor, viewer, names)}`,
    endPrice !== null && fallsUntilSeconds !== null
      ? `falls to ${price(endPrice)}${isNever(fallsUntilSeconds) ? '' : ` by ${momentOf(fallsUntilSeconds)}`}`
      : null,
    expiresAtSeconds === null || isNever(expiresAtSeconds)
      ? null
      : `${hasExpired ? 'expired' : 'expires'} ${momentOf(expiresAtSeconds)}`,
  ].filter((label) => label !== null)
}

/** Words before the terms of a listing in a row. */
const BRIEF = { falls: 'Falls to', expires: 'Expires', reserved: 'Reserved for' }
/** The same where a listing has all three: the longer ones have no room in the row of a phone. */
const BRIEFEST = { falls: 'To', expires: 'Ends', reserved: 'For' }

/**
 * Returns the terms of a listing in a few words for a row, as far as they concern its price, its end and its buyer.
 * @param viewer the connected wallet; null for none.
 * @param nowMs null until hydration: then the times until it falls and expires are left out.
 */
export function briefTerms(
  terms: ListingTerms | null,
  viewer: string | null,
  nowMs: number | null,
  { names = NO_NAMES, price = inApt }: Omit<TermsLabelsOptions, 'hasExpired'> = {},
): readonly string[] {
  if (terms === null) return []
  const { endPrice, fallsUntilSeconds, expiresAtSeconds, reservedFor } = terms
  const expires = expiresAtSeconds !== null && !isNever(expiresAtSeconds)
  const words = endPrice !== null && expires && reservedFor !== null ? BRIEFEST : BRIEF
  return [
    endPrice === null ? null : `${words.falls} ${price(endPrice)}${fallOf(fallsUntilSeconds, nowMs)}`,
    expires ? expiryOf(expiresAtSeconds, nowMs, words.expires) : null,
    reservedFor === null ? null : `${words.reserved} ${buyerOf(reservedFor, viewer, names)}`,
  ].filter((label) => label !== null)
}

/** Returns the wallets that listings are reserved for and whose names {@link BriefTerms} and {@link TermsNote} say: all but the viewer. */
export function reservedBuyers(listings: readonly Pick<Listing, 'terms'>[], viewer: string | null): readonly string[] {
  return listings.flatMap(({ terms }) => terms?.reservedFor ?? []).filter((buyer) => buyer !== viewer)
}

function buyerOf(walletAddress: string, viewer: string | null, names: WalletNames): string {
  if (walletAddress === viewer) return 'you'
  return formatWallet(namedWallet(walletAddress, names), null)
}

/** @example ' in 7d'; empty once the price is reached, and where it is as good as never. */
function fallOf(seconds: string | null, nowMs: number | null): string {
  if (seconds === null || nowMs === null || isNever(seconds)) return ''
  const left = formatTimeLeft(seconds, nowMs)
  return left === 'now' ? '' : ` ${left}`
}

const EXPIRED = 'Expired'

function expiryOf(seconds: string, nowMs: number | null, word: string): string {
  if (nowMs === null) return word
  const left = formatTimeLeft(seconds, nowMs)
  return left === 'now' ? EXPIRED : `${word} ${left}`
}

export interface BriefTermsProps {
  terms: ListingTerms | null
  /** The connected wallet; null for none. */
  viewer: string | null
  /** Names of the buyers in the list. */
  names?: WalletNames
}

/** Shows the terms of a listing in a few words, with all of them in the tooltip. */
export function BriefTerms({ terms, viewer, names = NO_NAMES }: BriefTermsProps) {
  const now = useNow()
  const price = usePriceFormat()
  const labels = briefTerms(terms, viewer, now, { names, price })
  if (labels.length === 0) return null
  const hasExpired = labels.includes(EXPIRED)
  return <span title={termsLabels(terms, viewer, { hasExpired, names, price }).join(' · ')}>{labels.join(' · ')}</span>
}

export interface TermsNoteProps {
  listing: Pick<Listing, 'terms' | 'validity'>
  /** The connected wallet; null for none. */
  viewer: string | null
  /** Names of the buyers, as far as they are known. */
  names?: WalletNames
}

/** Shows the terms of a listing, with the time until its price falls again. The countdown alone is rendered every second. */
export function TermsNote({ listing: { terms, validity }, viewer, names = NO_NAMES }: TermsNoteProps) {
  const price = usePriceFormat()
  const labels = termsLabels(terms, viewer, { hasExpired: validity === 'expired', names, price })
  if (terms === null || labels.length === 0) return null
  const isFalling = terms.fallsUntilSeconds !== null && terms.nextChangeSeconds !== null
  return (
    <>
      {labels.join(' · ')}
      {isFalling && terms.nextChangeSeconds !== terms.expiresAtSeconds && (
        <NextDrop seconds={terms.nextChangeSeconds ?? '0'} />
      )}
    </>
  )
}

function NextDrop({ seconds }: { seconds: string }) {
  const now = useNow(1_000)
  if (now === null) return null
  return <span role="timer">{` · next drop ${countdown(BigInt(seconds) - BigInt(Math.floor(now / 1_000)))}`}</span>
}

/** Formats the time left. @example countdown(125n) // 'in 2:05' */
export function countdown(left: bigint): string {
  if (left <= 0n) return 'now'
  const two = (value: bigint) => String(value).padStart(2, '0')
  const [hours, minutes, seconds] = [left / 3_600n, (left % 3_600n) / 60n, left % 60n]
  return hours === 0n ? `in ${minutes}:${two(seconds)}` : `in ${hours}:${two(minutes)}:${two(seconds)}`
}

/** The year 10000. */
const NEVER_SECONDS = 253_402_300_800n

/** Returns whether a time is as good as never: a seller may name any until the year 584 billion. */
function isNever(seconds: string): boolean {
  return BigInt(seconds) >= NEVER_SECONDS
}

function momentOf(seconds: string): string {
  return formatMinute(String(BigInt(seconds) * MICROS_PER_SECOND))
}
