import type { Listing } from '@opal/contract/shapes/orders'
import type { TokenDetail } from '@opal/contract/tokens'
import type { ReactNode } from 'react'
import { useMarketplace } from '../../../app/site.tsx'
import { MarketplaceIcon } from '../../../entities/order/marketplace-icon.tsx'
import { WalletName } from '../../../entities/wallet/wallet-name.tsx'
import { Age } from '../../../shared/components/age.tsx'
import { Price } from '../../../shared/components/price.tsx'
import { BidAction, ListingAction } from './order-action.tsx'
import styles from './token-orders.module.css'

const INVALID_WORDS: Readonly<Record<Listing['validity'], string | null>> = {
  valid: null,
  'seller-lost-token': 'the item was moved away',
  'token-frozen': 'the item is frozen',
  'venue-closed': 'cannot be bought',
  ended: 'ended',
}

/** All open listings and offers of a token, on every marketplace. */
export function TokenOrders({ token }: { token: TokenDetail }) {
  const { listings, tokenOffers, collectionOffers } = token
  if (listings.length + tokenOffers.length + collectionOffers.length === 0) {
    return <p className={styles.none}>No listings or bids yet.</p>
  }
  return (
    <ul className={styles.orders}>
      {listings.map((order) => (
        <Order
          key={`listing ${order.marketplace} ${order.listingId}`}
          label="Listing"
          marketplace={order.marketplace}
          price={order.price}
          by={order.seller}
          micros={order.placedAtMicros}
          action={<ListingAction token={token} listing={order} />}
        >
          {INVALID_WORDS[order.validity]}
        </Order>
      ))}
      {tokenOffers.map((order) => (
        <Order
          key={`offer ${order.marketplace} ${order.offerId}`}
          label="Bid"
          marketplace={order.marketplace}
          price={order.price}
          by={order.buyer}
          micros={order.placedAtMicros}
          action={<BidAction token={token} bid={{ ...order, tokenBid: true }} />}
        />
      ))}
      {collectionOffers.map((order) => (
        <Order
          key={`collection ${order.marketplace} ${order.offerId}`}
          label="Collection bid"
          marketplace={order.marketplace}
          price={order.price}
          by={order.buyer}
          micros={order.placedAtMicros}
          action={<BidAction token={token} bid={{ ...order, tokenBid: false }} />}
        >
          {order.remainingTokenAmount === '1' ? null : `for ${order.remainingTokenAmount}`}
        </Order>
      ))}
    </ul>
  )
}

interface OrderProps {
  label: string
  marketplace: string
  price: string
  by: string
  micros: string
  /** Button of the viewer's action. */
  action: ReactNode
  children?: ReactNode
}

function Order({ label, marketplace, price, by, micros, action, children }: OrderProps) {
  const info = useMarketplace(marketplace)
  return (
    <li className={styles.order}>
      <MarketplaceIcon marketplace={marketplace} />
      <span className={styles.words}>
        {label} on {info?.displayName ?? marketplace}
        {children && <span className={styles.note}> · {children}</span>}
      </span>
      <span className={styles.by} title={by}>
        <WalletName wallet={{ walletAddress: by, aptosName: null, isWalletAddress: true }} />
      </span>
      <span className={styles.age}>
        <Age micros={micros} focusable />
      </span>
      <span className={styles.price}>
        <Price octas={price} />
      </span>
      {action}
    </li>
  )
}
