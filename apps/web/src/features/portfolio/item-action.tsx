import type { PortfolioToken } from '@opal/contract/portfolio'
import { Button } from '@opal/ui/controls/button'
import { canBuyOn, canDelistOn, canListOn } from '../../lib/marketplace-abilities.ts'
import { useSite } from '../../lib/site.tsx'
import { useStore } from '../../lib/store.ts'
import { openTrade } from '../../lib/trade-request.ts'
import { walletSession } from '../../lib/wallet-session.ts'
import { ownListingOf, toTradeToken } from './to-trade-token.ts'

/** The one thing a viewer may do with an item of a portfolio; nothing when there is none. */
export function ItemAction({ token, isOwn }: { token: PortfolioToken; isOwn: boolean }) {
  const { marketplaces } = useSite()
  const viewer = useStore(walletSession).address
  const listing = ownListingOf(token)
  const venue = marketplaces.find(({ id }) => id === listing?.marketplace)
  const action = isOwn
    ? listing === null
      ? marketplaces.some(canListOn) && ({ kind: 'list', words: 'List' } as const)
      : canDelistOn(venue) && ({ kind: 'delist', words: 'Delist' } as const)
    : listing?.validity === 'valid' &&
      listing.seller !== viewer &&
      canBuyOn(venue) &&
      ({ kind: 'buy', words: 'Buy' } as const)
  if (action === false) return null
  return (
    <Button
      size="sm"
      aria-label={`${action.words} ${token.name}`}
      onClick={() => openTrade({ kind: action.kind, tokens: [toTradeToken(token, listing)] })}
    >
      {action.words}
    </Button>
  )
}
