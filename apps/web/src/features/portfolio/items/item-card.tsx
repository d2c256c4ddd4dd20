import type { PortfolioToken } from '@opal/contract/portfolio'
import { Checkbox } from '@opal/ui/controls/checkbox'
import { Suspense } from 'react'
import { ArtCard } from '../../../entities/token/art-card.tsx'
import { editionKey, editionLabel } from '../../../entities/token/edition.ts'
import { lazyPart } from '../../../shared/components/lazy/lazy-part.tsx'
import { Price } from '../../../shared/components/price.tsx'
import { formatCount } from '../../../shared/format/number.ts'
import { Cost } from '../rows/cost.tsx'
import type { OwnCostProps } from '../rows/own-cost.tsx'
import { ownListingOf } from '../rows/to-trade-token.ts'
import type { Selection } from '../rows/use-selection.ts'
import { ItemAction, ListPrice } from './item-cells.tsx'
import styles from './items.module.css'
import { SellButton } from './sell-button.tsx'
// The styles of what is loaded for one's own items come with the page.
import '../rows/own-cost.module.css'

const OwnCost = lazyPart<OwnCostProps>(() =>
  import('../rows/own-cost.tsx').then((module) => ({ default: module.OwnCost })),
)

export interface ItemCardProps {
  token: PortfolioToken
  index: number
  /** Null in another wallet's portfolio: nothing can be selected. */
  selection: Selection<PortfolioToken> | null
  /** The connected wallet, where the portfolio is its own. */
  ownWallet: string | null
}

/** An item of a portfolio in the grid. */
export function ItemCard({ token, index, selection, ownWallet }: ItemCardProps) {
  const isSelected = selection?.has(editionKey(token)) ?? false
  return (
    <ArtCard
      supply={token.collectionSupply}
      token={token}
      index={index}
      name={token.name}
      trailing={
        <>
          {token.held !== '1' && <span className={styles.held}>×{formatCount(token.held)}</span>}
          {token.estimatedPrice !== null && (
            <span className={styles.value}>
              <span className={styles.label}>Est. value </span>
              <Price octas={token.estimatedPrice} />
            </span>
          )}
        </>
      }
      below={
        <span className={styles.place}>
          <span dir="auto">{[token.collectionName, editionLabel(token)].filter(Boolean).join(' · ')}</span>
          {token.estimatedPrice !== null && (
            <span className={styles.smallValue}>
              Est. <Price octas={token.estimatedPrice} />
            </span>
          )}
        </span>
      }
      selected={isSelected}
      corner={
        selection === null ? undefined : (
          <span data-tick="">
            <Checkbox
              label={`Select ${token.name}`}
              checked={isSelected}
              onCheckedChange={(on, withShift) => selection.toggle(token, on, withShift)}
            />
          </span>
        )
      }
    >
      {ownListingOf(token) === null ? (
        <span className={styles.quiet}>
          <span className={styles.word}>Cost </span>
          {ownWallet === null ? (
            <Cost octas={token.costPrice} />
          ) : (
            <span className={styles.above}>
              <Suspense fallback={<Cost octas={token.costPrice} />}>
                <OwnCost wallet={ownWallet} token={token} />
              </Suspense>
            </span>
          )}
        </span>
      ) : (
        <ListPrice token={token} />
      )}
      <span className={styles.actions} data-listed={ownListingOf(token) !== null || undefined}>
        {selection !== null && <SellButton token={token} />}
        <ItemAction token={token} isOwn={selection !== null} />
      </span>
    </ArtCard>
  )
}
