import type { ListingTerms } from '@opal/contract/shapes/orders'
import { formatApt } from '../../shared/format/apt.ts'
import { formatMoment } from '../../shared/format/time.ts'
import { useNow } from '../../shared/hooks/use-now.ts'

/**
 * Returns the terms of a listing in words, as far as they concern its price, its end and its buyer.
 * @param viewer the connected wallet; null for none.
 */
export function termsLabels(terms: ListingTerms | null, viewer: string | null): readonly string[] {
  if (terms === null) return []
  const { endPrice, fallsUntilSeconds, expiresAtSeconds, reservedFor } = terms
  return [
    endPrice !== null && fallsUntilSeconds !== null
      ? `falls to ${formatApt(endPrice)} APT by ${momentOf(fallsUntilSeconds)}`
      : null,
    expiresAtSeconds === null ? null : `expires ${momentOf(expiresAtSeconds)}`,
    reservedFor === null ? null : reservedFor === viewer ? 'reserved for you' : 'reserved for another wallet',
  ].filter((label) => label !== null)
}

/** Shows the terms of a listing, with the time until its price falls again. The countdown alone is rendered every second. */
export function TermsNote({ terms, viewer }: { terms: ListingTerms | null; viewer: string | null }) {
  const labels = termsLabels(terms, viewer)
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

function momentOf(seconds: string): string {
  return formatMoment(String(BigInt(seconds) * 1_000_000n))
}
