import { useSite } from '../../../app/site.tsx'
import type { TradeToken } from '../../../entities/order/trade-request.ts'
import styles from './cancelled-listings.module.css'

/** Items that are named; the others are counted. */
const MAX_NAMES = 3

/**
 * Names the listings for which several cannot be taken back at once: those of other marketplaces.
 * @source docs/product/trading.md#delist-many
 */
export function MixedDelistNote({ tokens }: { tokens: readonly TradeToken[] }) {
  const { marketplaces } = useSite()
  const native = marketplaces.find(({ isNative }) => isNative)
  const elsewhere = tokens.filter(({ marketplace }) => marketplace !== null && marketplace !== native?.id)
  if (tokens.length < 2 || elsewhere.length === 0 || native === undefined) return null
  const named = elsewhere.slice(0, MAX_NAMES).map(({ name, marketplace }) => {
    const place = marketplaces.find(({ id }) => id === marketplace)?.displayName ?? marketplace
    return `${name} (on ${place})`
  })
  const more = elsewhere.length - named.length
  const [last = '', ...before] = [...named, ...(more > 0 ? [`${more} more`] : [])].toReversed()
  const list = before.length === 0 ? last : `${before.toReversed().join(', ')} and ${last}`
  const what =
    elsewhere.length === 1
      ? `${list} has to be delisted by itself: remove it here.`
      : elsewhere.length === tokens.length
        ? 'Delist these one at a time: remove all but one here.'
        : `${list} have to be delisted one at a time: remove them here.`
  return (
    <p className={styles.notes} role="status">
      Batch delisting works on {native.displayName} only. {what}
    </p>
  )
}
