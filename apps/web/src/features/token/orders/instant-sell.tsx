import type { BestExit } from '@opal/contract/portfolio'
import type { TokenDetail } from '@opal/contract/tokens'
import { Button } from '@opal/ui/controls/button'
import { Skeleton } from '@opal/ui/feedback/skeleton'
import { FOCUS_REGION } from '@opal/ui/overlays/focus/focus-region'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { openTrade } from '../../../app/commands.ts'
import { useMarketplaceName, useSite } from '../../../app/site.tsx'
import { openListing } from '../../../entities/order/listed-token.ts'
import { pendingTokens } from '../../../entities/token/pending-tokens.ts'
import { useOwnAddress } from '../../../entities/wallet/use-own-address.ts'
import { Price } from '../../../shared/components/price.tsx'
import { formatApt } from '../../../shared/format/apt.ts'
import { isFirstLoad } from '../../../shared/hooks/is-first-load.ts'
import { useStore } from '../../../shared/hooks/store.ts'
import { useHydrated } from '../../../shared/hooks/use-hydrated.ts'
import { TOKEN_KEY } from '../token-query.ts'
import styles from './instant-sell.module.css'

/** Its height, which the page keeps while the bid loads. @source docs/product/bids.md#instant-sell */
const PANEL_HEIGHT = '305px'

/**
 * Shows the holder's proceeds from the best bid, and sells into it; renders nothing without a bid of another wallet. A listed
 * token can be sold too: the transaction cancels its listing.
 * @source docs/product/bids.md#instant-sell
 */
export function InstantSell({ token }: { token: TokenDetail }) {
  const isHydrated = useHydrated()
  const { exit, isLooking } = useBestExit(token)
  const isPending = useStore(pendingTokens).has(token.tokenDataId)
  if (!isHydrated && token.topBid !== null && token.owner !== null)
    return <OwnersPlace owner={token.owner.walletAddress} />
  if (isPending) return null
  if (exit !== null) return <Panel token={token} exit={exit} />
  // What is below stays in its place when the bid comes.
  return isLooking && token.topBid !== null ? <Skeleton height={PANEL_HEIGHT} /> : null
}

/** The panel's place before hydration, for a viewer whose stored wallet owns the token, which only the script of the document's head knows by then. */
function OwnersPlace({ owner }: { owner: string }) {
  return (
    <div className={styles.owners}>
      <style>{`:root[data-wallet="${owner}"] .${styles.owners}{display:block}`}</style>
      <Skeleton height={PANEL_HEIGHT} />
    </div>
  )
}

/** Returns the viewer's best exit; null while it loads, and for viewers that do not hold the token. Refetched with the token. */
function useBestExit({ tokenDataId, propertyVersion, owner }: TokenDetail) {
  const { api } = useSite()
  const viewer = useOwnAddress()
  const isOwner = viewer !== null && owner?.walletAddress === viewer
  const query = useQuery({
    queryKey: [TOKEN_KEY, tokenDataId, 'best-exit', viewer, propertyVersion],
    enabled: isOwner,
    queryFn: async ({ signal }) => {
      const { fetchBestExit } = await import('./fetch-best-exit.ts')
      return fetchBestExit(api, viewer ?? '', { tokenDataId, propertyVersion }, signal)
    },
  })
  return { exit: isOwner ? (query.data ?? null) : null, isLooking: isOwner && isFirstLoad(query) }
}

function Panel({ token, exit }: { token: TokenDetail; exit: BestExit }) {
  const viewer = useOwnAddress()
  const marketplaceName = useMarketplaceName()(exit.marketplace)
  const { marketplace, offerId, priceOctas: price, netOctas: shownOctas } = exit
  const isListed = openListing(token.listings.filter(({ seller }) => seller === viewer)) !== null
  return (
    <section className={styles.panel} aria-label="Instant sell" {...FOCUS_REGION}>
      <h2 className={styles.title}>Instant sell</h2>
      <p className={styles.place}>
        {bidLabel(exit)} on {marketplaceName}
      </p>
      <dl className={styles.split}>
        <Row name="Bid" octas={price} />
        <Row name="Marketplace fee" octas={exit.commissionOctas} />
        <Row name="Royalty" octas={exit.royaltyOctas} />
        <Row name="You receive" octas={exit.netOctas} strong />
      </dl>
      <p className={styles.note}>
        {isListed ? 'Plus gas. Your listing is canceled in the same transaction.' : 'Plus gas.'}
      </p>
      <Button
        variant={isListed ? 'secondary' : 'primary'}
        wide
        onClick={() =>
          openTrade({ kind: 'accept-bid', tokens: [{ ...token, bid: { marketplace, offerId, price } }], shownOctas })
        }
      >
        Sell now for {formatApt(exit.netOctas, 'down')} APT after fees
      </Button>
    </section>
  )
}

function bidLabel({ tokenBid, setRoot }: BestExit): string {
  if (tokenBid) return 'Bid on this item'
  return setRoot === null ? 'Collection bid' : 'Trait bid'
}

function Row({ name, octas, strong = false }: { name: ReactNode; octas: string; strong?: boolean }) {
  return (
    <div className={styles.row} data-strong={strong || undefined}>
      <dt>{name}</dt>
      <dd>
        <Price octas={octas} exact />
      </dd>
    </div>
  )
}
