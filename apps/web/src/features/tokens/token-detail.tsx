import type { TokenDetail as Token } from '@opal/contract/shapes/token'
import { Badge } from '@opal/ui/badge'
import { Tabs } from '@opal/ui/tabs'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { collectionPath, tokenPath } from '../../lib/paths.ts'
import { VerifiedMark } from '../../lib/verified-mark.tsx'
import { WalletName } from '../../lib/wallet-name.tsx'
import { TokenArt } from './token-art.tsx'
import { TokenAttributes } from './token-attributes.tsx'
import { TokenCards } from './token-cards.tsx'
import styles from './token-detail.module.css'
import { TokenFacts } from './token-facts.tsx'
import { TokenOrders } from './token-orders.tsx'
import { TokenPriceBlock } from './token-price-block.tsx'

export interface TokenDetailProps {
  token: Token
  /** The token's activity list, composed by the route. */
  activity: ReactNode
  /** On a page of its own the name is the page's heading. */
  place: 'page' | 'dialog'
}

type TokenTab = 'overview' | 'activity'

/** A token, whole: art large on the left; name, price and action, cards, attributes, orders, activity on the right. */
export function TokenDetail({ token, activity, place }: TokenDetailProps) {
  const [tab, setTab] = useState<TokenTab>('overview')
  const Heading = place === 'page' ? 'h1' : 'h2'
  return (
    <div className={styles.detail} data-place={place}>
      <div className={styles.left}>
        <TokenArt token={token} />
      </div>
      <div className={styles.right}>
        <div className={styles.head}>
          <Link to={collectionPath(token.collectionSlug)} className={styles.collection}>
            {token.collectionName}
            {token.isVerified && <VerifiedMark />}
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
                Owned by <WalletName wallet={token.owner} />
              </>
            )}
          </p>
        </div>
        <TokenPriceBlock token={token} />
        <Tabs<TokenTab>
          label="Token"
          value={tab}
          onValueChange={setTab}
          tabs={[
            { value: 'overview', label: 'Overview' },
            { value: 'activity', label: 'Activity' },
          ]}
        >
          {tab === 'overview' ? <Overview token={token} /> : activity}
        </Tabs>
      </div>
    </div>
  )
}

function Overview({ token }: { token: Token }) {
  return (
    <div className={styles.overview}>
      <TokenCards token={token} />
      <section>
        <h2 className={styles.title}>Attributes</h2>
        <TokenAttributes attributes={token.attributes} supply={token.collectionSupply} />
      </section>
      <section>
        <h2 className={styles.title}>Open orders</h2>
        <TokenOrders token={token} />
      </section>
      <section>
        <h2 className={styles.title}>Details</h2>
        <TokenFacts token={token} />
      </section>
    </div>
  )
}
