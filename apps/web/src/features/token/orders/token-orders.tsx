import type { Wallet } from '@opal/contract/names'
import type { TokenDetail } from '@opal/contract/tokens'
import { Button } from '@opal/ui/controls/button'
import { Skeleton } from '@opal/ui/feedback/skeleton'
import type { ReactNode } from 'react'
import { useMarketplaceName } from '../../../app/site.tsx'
import { invalidLabel, reservedBuyers, TermsNote, termsLabels } from '../../../entities/order/listing-terms.tsx'
import { MarketplaceIcon } from '../../../entities/order/marketplace-icon.tsx'
import { listedEditionLabel } from '../../../entities/token/edition.ts'
import { useOwnAddress } from '../../../entities/wallet/use-own-address.ts'
import { useWalletNames } from '../../../entities/wallet/use-wallet-names.ts'
import { WalletName } from '../../../entities/wallet/wallet-name.tsx'
import { Age } from '../../../shared/components/age.tsx'
import { Price } from '../../../shared/components/price.tsx'
import { namedWallet } from '../../../shared/format/name.ts'
import { formatCount } from '../../../shared/format/number.ts'
import type { NamedSetBid } from './fetch-set-bids.ts'
import { type AnyBid, BidAction, ListingAction } from './order-action.tsx'
import { useLiveSetBids, useSetBids } from './set-bids-query.ts'
import styles from './token-orders.module.css'

/** All open listings and offers of a token, on every marketplace. */
export function TokenOrders({ token }: { token: TokenDetail }) {
  const { listings, tokenOffers, collectionOffers } = token
  const { bids: setBids, isPending, retry } = useSetBids(token)
  useLiveSetBids(token)
  const offers = [...tokenOffers, ...setBids, ...collectionOffers]
  const viewer = useOwnAddress()
  const names = useWalletNames([
    ...listings.map(({ seller }) => seller),
    ...reservedBuyers(listings, viewer),
    ...offers.map(({ buyer }) => buyer),
  ])
  const failed = retry !== null && <FailedSetBids onRetry={retry} />
  if (listings.length + offers.length === 0) {
    if (failed) return failed
    return <p className={styles.none}>{isPending ? <Skeleton width="160px" /> : 'No listings or bids yet.'}</p>
  }
  // Once an order is of another edition than the first, every order shows its edition.
  const editions = [token.propertyVersion, ...listings.map(({ propertyVersion }) => propertyVersion)]
  const edition = { propertyVersion: editions.find((one) => one !== '0') }
  return (
    <>
      <ul className={styles.orders}>
        {listings.map((listing) => (
          <ListingRow
            key={`listing ${listing.marketplace} ${listing.listingId}`}
            token={token}
            listing={listing}
            names={names}
            edition={listedEditionLabel({ ...edition, listedPropertyVersion: listing.propertyVersion })}
          />
        ))}
        {labelledBids(token, setBids).map(({ key, ...bid }) => (
          <BidRow key={key} token={token} names={names} {...bid} />
        ))}
      </ul>
      {failed}
    </>
  )
}

/** Returns all bids that a token can be sold into, as they are shown: those on it first. */
function labelledBids(
  { tokenOffers, collectionOffers }: TokenDetail,
  setBids: readonly NamedSetBid[],
): readonly LabelledBid[] {
  const keyOf = (kind: string, { marketplace, offerId }: Pick<AnyBid, 'marketplace' | 'offerId'>) =>
    `${kind} ${marketplace} ${offerId}`
  return [
    ...tokenOffers.map((bid) => ({ key: keyOf('token', bid), label: 'Bid', bid: { ...bid, tokenBid: true } })),
    ...setBids.map((bid) => ({
      key: keyOf('set', bid),
      label: bidLabel('Trait bid', bid),
      bid: { ...bid, tokenBid: false },
      notes: [
        bid.setLabel,
        bid.fits === false ? 'this item no longer matches, but can still be sold into the bid' : null,
      ],
    })),
    ...collectionOffers.map((bid) => ({
      key: keyOf('collection', bid),
      label: bidLabel('Collection bid', bid),
      bid: { ...bid, tokenBid: false },
    })),
  ]
}

/** Says that bids on sets are missing from the list, and loads them again. */
function FailedSetBids({ onRetry }: { onRetry(): void }) {
  return (
    <div className={styles.failed} role="alert">
      <p>Couldn’t load trait bids.</p>
      <Button size="sm" onClick={onRetry}>
        Try again
      </Button>
    </div>
  )
}

/** Returns the wallet of an order, with the name that the token's owner is shown by where it is the owner's. */
function walletOf(address: string, { owner }: TokenDetail, names: ReadonlyMap<string, string>): Wallet {
  return owner?.walletAddress === address ? owner : namedWallet(address, names)
}

interface ListingRowProps {
  token: TokenDetail
  listing: TokenDetail['listings'][number]
  names: ReadonlyMap<string, string>
  /** Names the edition that is for sale, where listings are of several. */
  edition: string | null
}

function ListingRow({ token, listing, names, edition }: ListingRowProps) {
  const viewer = useOwnAddress()
  const hasTerms = termsLabels(listing.terms, viewer).length > 0
  return (
    <Order
      label="Listing"
      marketplace={listing.marketplace}
      price={listing.price}
      by={walletOf(listing.seller, token, names)}
      micros={listing.placedAtMicros}
      action={<ListingAction token={token} listing={listing} />}
      notes={[edition, invalidLabel(listing)]}
      terms={hasTerms ? <TermsNote listing={listing} viewer={viewer} names={names} /> : null}
    />
  )
}

interface BidRowProps extends Pick<OrderProps, 'label' | 'notes'> {
  token: TokenDetail
  bid: AnyBid & { readonly placedAtMicros: string }
  names: ReadonlyMap<string, string>
}

/** A bid as its row shows it. */
interface LabelledBid extends Pick<BidRowProps, 'label' | 'notes' | 'bid'> {
  readonly key: string
}

function BidRow({ token, bid, names, ...words }: BidRowProps) {
  return (
    <Order
      {...words}
      marketplace={bid.marketplace}
      price={bid.price}
      by={walletOf(bid.buyer, token, names)}
      micros={bid.placedAtMicros}
      action={<BidAction token={token} bid={bid} />}
    />
  )
}

interface OrderProps {
  label: string
  marketplace: string
  price: string
  by: Wallet
  micros: string
  /** Button of the viewer's action. */
  action: ReactNode
  /** Words about the order; those that are null or empty are left out. */
  notes?: readonly (string | null | undefined)[]
  /** Note about a listing's terms; null without any. */
  terms?: ReactNode
}

/** Returns the name of a bid with the number of items that it still takes, which is not cut where there is little room. */
function bidLabel(name: string, { remainingTokenAmount }: { readonly remainingTokenAmount: string }): string {
  return remainingTokenAmount === '1' ? name : `${name} for ${formatCount(remainingTokenAmount)}`
}

function Order({ label, marketplace, price, by, micros, action, notes = [], terms = null }: OrderProps) {
  const nameOf = useMarketplaceName()
  const words = notes.filter(Boolean).join(' · ')
  return (
    <li className={styles.order}>
      <MarketplaceIcon marketplace={marketplace} />
      <span className={styles.words} title={words || undefined}>
        {label} on {nameOf(marketplace)}
        {words !== '' && <span className={styles.note}> · {words}</span>}
        {terms !== null && <span className={styles.note}> · {terms}</span>}
      </span>
      <span className={styles.by} title={by.walletAddress}>
        <WalletName wallet={by} />
      </span>
      <span className={styles.age}>
        <Age micros={micros} focusable ago />
      </span>
      <span className={styles.price}>
        <Price octas={price} />
      </span>
      {action}
    </li>
  )
}
