import type { PortfolioToken } from '@opal/contract/portfolio'
import { Button } from '@opal/ui/controls/button'
import { openTrade } from '../../../app/commands.ts'
import { useSite } from '../../../app/site.tsx'
import { isForSaleTo } from '../../../entities/order/listed-token.ts'
import { LISTING_STATES } from '../../../entities/order/listing-states.ts'
import { canBuyOn, canDelistOn, canListOn } from '../../../entities/order/marketplace-abilities.ts'
import { MarketplaceIcon } from '../../../entities/order/marketplace-icon.tsx'
import { pendingTokens } from '../../../entities/token/pending-tokens.ts'
import { useOwnAddress } from '../../../entities/wallet/use-own-address.ts'
import { LivePrice } from '../../../shared/components/live-price.tsx'
import { useStore } from '../../../shared/hooks/store.ts'
import { ownListingOf, toTradeToken } from '../rows/to-trade-token.ts'
import styles from './items.module.css'

/** Shows the wallet's own price with the marketplace of its listing, or why not everyone can buy it. */
export function ListPrice({ token }: { token: PortfolioToken }) {
  const listing = ownListingOf(token)
  return (
    <span className={styles.listPrice}>
      {listing !== null &&
        (listing.validity === 'valid' ? (
          <MarketplaceIcon marketplace={listing.marketplace} />
        ) : (
          <span className={styles.state}>{LISTING_STATES[listing.validity]}</span>
        ))}
      <LivePrice octas={listing?.price ?? null} />
    </span>
  )
}

/** Shows the viewer's action for an item of a portfolio; nothing without one. */
export function ItemAction({ token, isOwn }: { token: PortfolioToken; isOwn: boolean }) {
  const { marketplaces } = useSite()
  const viewer = useOwnAddress()
  const isPending = useStore(pendingTokens).has(token.tokenDataId)
  const listing = ownListingOf(token)
  const marketplace = marketplaces.find(({ id }) => id === listing?.marketplace)
  const action = isOwn
    ? listing === null
      ? marketplaces.some(canListOn) && ({ kind: 'list', label: 'List' } as const)
      : canDelistOn(marketplace) && ({ kind: 'delist', label: 'Delist' } as const)
    : listing !== null &&
      isForSaleTo(listing, viewer) &&
      listing.seller !== viewer &&
      canBuyOn(marketplace) &&
      ({ kind: 'buy', label: 'Buy' } as const)
  if (action === false) return null
  return (
    <Button
      size="sm"
      busy={isPending}
      data-own-action={isOwn ? '' : undefined}
      aria-label={`${action.label} ${token.name}`}
      onClick={() => openTrade({ kind: action.kind, tokens: [toTradeToken(token, listing)] })}
    >
      {action.label}
    </Button>
  )
}
