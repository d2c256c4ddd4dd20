import type { Token } from '@opal/contract/tokens'
import type { ReactNode } from 'react'
import { LISTING_STATES } from '../../../entities/order/listing-states.ts'
import { LivePrice } from '../../../shared/components/live-price.tsx'
import styles from '../token-card.module.css'
import { useOwnListing } from './use-own-listing.ts'

/** The price of the viewer's own listing that not everyone can buy, with its state; without one what is given. */
export default function OwnPrice({ token, children }: { token: Token; children: ReactNode }) {
  const listing = useOwnListing(token)
  if (listing === null || listing === undefined) return children
  return (
    <span>
      {listing.validity !== 'valid' && <span className={styles.quiet}>{LISTING_STATES[listing.validity]} </span>}
      <LivePrice octas={listing.price} />
    </span>
  )
}
