import type { TradeItem } from '@opal/contract/trading/trade'
import { useMarketplaceName } from '../../../../app/site.tsx'
import { formatApt } from '../../../../shared/format/apt.ts'
import styles from '../../dialog/notes.module.css'

/** Says which listings of the seller a sale into bids cancels first; nothing where none of the sold items is listed. */
export function CancelledListings({ items }: { items: readonly TradeItem[] }) {
  const nameOf = useMarketplaceName()
  const sold = items.filter(({ reason }) => reason === null)
  const notes = sold.flatMap(({ name, listing }) => {
    if (listing === null) return []
    const subject = sold.length === 1 || name === null ? 'Your listing' : `${name}: your listing`
    return {
      id: `${listing.marketplace} ${listing.listingId}`,
      text: `${subject} for ${formatApt(listing.priceOctas)} APT on ${nameOf(listing.marketplace)} is canceled in the same transaction.`,
    }
  })
  if (notes.length === 0) return null
  return (
    <ul className={styles.notes} aria-label="Listings that are canceled">
      {notes.map(({ id, text }) => (
        <li key={id}>{text}</li>
      ))}
    </ul>
  )
}
