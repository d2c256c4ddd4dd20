import type { TokenDetail } from '@opal/contract/tokens'
import { useMarketplaceName, useSite } from '../../../app/site.tsx'
import { ExplainMetricButton } from '../../../entities/collection/explain-metric-button.tsx'
import { listingFor } from '../../../entities/order/listed-token.ts'
import { invalidLabel, reservedBuyers, TermsNote, termsLabels } from '../../../entities/order/listing-terms.tsx'
import { useOwnAddress } from '../../../entities/wallet/use-own-address.ts'
import { useWalletNames } from '../../../entities/wallet/use-wallet-names.ts'
import { LivePrice } from '../../../shared/components/live-price.tsx'
import { formatUsd } from '../../../shared/format/usd.ts'
import { TokenActionBar } from './token-action-bar.tsx'
import styles from './token-price-block.module.css'

/** Price, marketplace and state of the listing that counts for the viewer, with the primary action. */
export function TokenPriceBlock({ token }: { token: TokenDetail }) {
  const { usdRate, currency } = useSite()
  const nameOf = useMarketplaceName()
  const viewer = useOwnAddress()
  const listing = listingFor(token, viewer)
  const names = useWalletNames(listing === null ? [] : reservedBuyers([listing], viewer))
  const state = listing === null ? null : invalidLabel(listing)
  const hasTerms = listing !== null && termsLabels(listing.terms, viewer).length > 0
  return (
    <div className={styles.block}>
      <div>
        <p className={styles.label}>
          {listing === null ? unlistedLabel(token, viewer) : `Listed on ${nameOf(listing.marketplace)}`}
          {(listing === null || listing.validity === 'valid') && (
            <ExplainMetricButton metric="token.price" subject={subjectOf(token)} name="Price" />
          )}
        </p>
        <p className={styles.price}>
          {listing === null ? <span className={styles.none}>No price</span> : <LivePrice octas={listing.price} />}
          {listing !== null && usdRate !== null && currency === 'APT' && (
            <span className={styles.usd}>{formatUsd(listing.price, usdRate)}</span>
          )}
        </p>
        {(state !== null || hasTerms) && (
          <p className={styles.terms}>
            {state}
            {state !== null && hasTerms && ' · '}
            {hasTerms && <TermsNote listing={listing} viewer={viewer} names={names} />}
          </p>
        )}
      </div>
      <TokenActionBar token={token} />
    </div>
  )
}

function subjectOf({ collectionId, tokenDataId, name }: TokenDetail) {
  return { collectionId, tokenDataId, name }
}

/** Says why a token has no price for the viewer. */
function unlistedLabel({ owner, listings }: TokenDetail, viewer: string | null): string {
  const isOwn = viewer !== null && owner?.walletAddress === viewer
  const isReserved = !isOwn && listings.some(({ validity }) => validity === 'reserved')
  return isReserved ? 'Reserved for another wallet' : 'Not listed'
}
