import type { TokenDetail as Token } from '@opal/contract/tokens'
import { Tabs } from '@opal/ui/controls/tabs'
import { Badge } from '@opal/ui/data/badge'
import { HydrationBoundary } from '@opal/ui/data/hydration-boundary'
import { Skeleton } from '@opal/ui/feedback/skeleton'
import { type ReactNode, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { collectionPath, tokenPath } from '../../app/paths.ts'
import { useSite } from '../../app/site.tsx'
import { VerifiedBadge } from '../../entities/collection/verified-badge.tsx'
import { WalletName } from '../../entities/wallet/wallet-name.tsx'
import { lazyPart } from '../../shared/components/lazy/lazy-part.tsx'
import { MissingSection } from '../../shared/components/lazy/missing-section.tsx'
import { Mounted } from '../../shared/components/mounted.tsx'
import { dockedBar } from '../../shared/hooks/docked-bar.ts'
import { type AddressView, useAddressView } from '../../shared/hooks/use-address-view.ts'
import { GEAR_TRAITS } from './gear/gear-traits.ts'
import { LIKE_SALES_HEIGHT, sharedTrait } from './like-sales-query.ts'
import { TokenArt } from './media/token-art.tsx'
import { InstantSell } from './orders/instant-sell.tsx'
import { TokenOrders } from './orders/token-orders.tsx'
import { TokenPriceBlock } from './orders/token-price-block.tsx'
import { TokenAttributes } from './token-attributes.tsx'
import { TokenCards } from './token-cards.tsx'
import styles from './token-detail.module.css'
import { TokenFacts } from './token-facts.tsx'

// Only items of one game have gear details.
const GearPanel = lazyPart(() => import('./gear/gear-panel.tsx'), MissingSection)
// Most tokens were never sold.
const TokenSales = lazyPart(() => import('./orders/token-sales.tsx'), MissingSection)
const LikeSales = lazyPart(() => import('./like-sales.tsx'))
const RarityBreakdown = lazyPart(() => import('./rarity-breakdown.tsx'), MissingSection)

/** Height of the card with a token's sales, whose code is loaded first. */
const SALES_HEIGHT = '278px'

export interface TokenDetailProps {
  token: Token
  /** The token's activity list, composed by the route. */
  activity: ReactNode
  /** `page`: the name is the page's heading. */
  place: 'page' | 'dialog'
}

type TokenTab = 'overview' | 'activity'

interface TokenView {
  readonly tab: TokenTab
}

const TOKEN_VIEW: AddressView<TokenView> = {
  parse: (search) => ({ tab: search.get('tab') === 'activity' ? 'activity' : 'overview' }),
  apply: (search, { tab }) => {
    const next = new URLSearchParams(search)
    if (tab === 'overview') next.delete('tab')
    else next.set('tab', tab)
    return next
  },
}

/** Returns the open tab: of a page by its address. A dialog begins with the overview of each token, and its page has tabs of its own. */
function useTokenTab(place: TokenDetailProps['place']): readonly [TokenTab, (tab: TokenTab, shown: TokenTab) => void] {
  const [inDialog, setInDialog] = useState<TokenTab>('overview')
  const [{ tab }, change] = useAddressView(TOKEN_VIEW)
  return place === 'page' ? [tab, (next, shown) => change({ tab: next }, { tab: shown })] : [inDialog, setInDialog]
}

/** All of a token: media on the left; name, price, actions, metrics, attributes, orders and activity on the right. */
export function TokenDetail({ token, activity, place }: TokenDetailProps) {
  const [tab, setTab] = useTokenTab(place)
  return (
    <div className={styles.detail} data-place={place}>
      <div className={styles.art}>
        <TokenArt token={token} />
      </div>
      <div className={styles.right}>
        <TokenHead token={token} place={place} />
        <div className={styles.buy} ref={place === 'page' ? dockedBar : undefined}>
          <TokenPriceBlock token={token} />
        </div>
        <InstantSell token={token} />
        <Tabs<TokenTab>
          label="Token"
          value={tab}
          onValueChange={setTab}
          tabs={[
            { value: 'overview', label: 'Overview' },
            { value: 'activity', label: 'Activity' },
          ]}
        >
          <HydrationBoundary>{tab === 'overview' ? <Overview token={token} /> : activity}</HydrationBoundary>
        </Tabs>
      </div>
      <div className={styles.history}>
        {token.lastSalePrice !== null && (
          <Suspense fallback={<Skeleton height={SALES_HEIGHT} />}>
            <TokenSales tokenDataId={token.tokenDataId} name={token.name} />
          </Suspense>
        )}
        <LikeSalesPlace token={token} />
        {/* In this column, so that it is not empty where no similar token was ever sold. */}
        <HydrationBoundary>
          <section>
            <h2 className={styles.title}>Details</h2>
            <TokenFacts token={token} />
          </section>
        </HydrationBoundary>
      </div>
    </div>
  )
}

/** Collection, name and owner. In a dialog the name leads to the token's page. */
function TokenHead({ token, place }: Pick<TokenDetailProps, 'token' | 'place'>) {
  const Heading = place === 'page' ? 'h1' : 'h2'
  return (
    <div className={styles.head}>
      <Link to={collectionPath(token.collectionSlug)} className={styles.collection}>
        {token.collectionName}
        {token.isVerified && <VerifiedBadge />}
      </Link>
      <Heading className={styles.name}>
        {place === 'dialog' ? (
          <Link to={tokenPath(token.collectionId, token.tokenDataId)}>{token.name}</Link>
        ) : (
          token.name
        )}
      </Heading>
      <p className={styles.owner}>
        {token.isBurned ? (
          <Badge tone="negative">Burned</Badge>
        ) : (
          <>
            Owned by <WalletName wallet={token.owner} isWhole />
          </>
        )}
      </p>
    </div>
  )
}

/** The last sales of tokens with the same trait, in the room that is reserved for them. */
function LikeSalesPlace({ token }: { token: Token }) {
  const trait = sharedTrait(token.attributes)
  if (trait === null) return null
  const pending = <Skeleton height={`${LIKE_SALES_HEIGHT}px`} />
  return (
    <Mounted fallback={pending}>
      <Suspense fallback={pending}>
        <LikeSales token={token} trait={trait} />
      </Suspense>
    </Mounted>
  )
}

function Overview({ token }: { token: Token }) {
  const { gearModule } = useSite().config
  const isGear = gearModule !== null && token.creatorAddress === gearModule.split('::')[0]
  return (
    <div className={styles.overview}>
      <TokenCards token={token} />
      {isGear && (
        <section>
          <h2 className={styles.title}>Gear</h2>
          <Suspense fallback={<Skeleton height="112px" />}>
            <GearPanel tokenDataId={token.tokenDataId} gearModule={gearModule} attributes={token.attributes} />
          </Suspense>
        </section>
      )}
      <section>
        <h2 className={styles.title}>Attributes</h2>
        <TokenAttributes token={token} {...(isGear && { labels: GEAR_TRAITS })} />
      </section>
      {token.rarity !== null && <Rarity tokenDataId={token.tokenDataId} />}
      <section>
        <h2 className={styles.title}>Open orders</h2>
        <TokenOrders token={token} />
      </section>
    </div>
  )
}

/** The rarity breakdown, collapsed. */
function Rarity({ tokenDataId }: { tokenDataId: string }) {
  const [open, setOpen] = useState(false)
  return (
    <details className={styles.fold} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className={styles.summary}>
        <h2 className={styles.title}>How rarity works</h2>
      </summary>
      {open && (
        <Suspense fallback={<Skeleton height="160px" />}>
          <RarityBreakdown tokenDataId={tokenDataId} />
        </Suspense>
      )}
    </details>
  )
}
