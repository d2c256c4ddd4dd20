import { Suspense, useState } from 'react'
import { ownCostOf, ownCosts } from '../../../entities/token/own-costs.ts'
import { lazyDialog } from '../../../shared/components/lazy/lazy-dialog.tsx'
import { Price } from '../../../shared/components/price.tsx'
import { useStore } from '../../../shared/hooks/store.ts'
import { Cost } from './cost.tsx'
import styles from './own-cost.module.css'

const OwnCostDialog = lazyDialog(
  () => import('./own-cost-dialog.tsx'),
  ({ onClose }) => onClose(),
)

export interface OwnCostProps {
  wallet: string
  token: { readonly tokenDataId: string; readonly name: string; readonly costPrice: string | null }
}

/**
 * The cost of one's own item: as the chain records it, else as the user set it, which is marked and can be changed.
 * @source docs/product/portfolio-and-pnl.md#own-costs
 */
export function OwnCost({ wallet, token }: OwnCostProps) {
  const own = ownCostOf(useStore(ownCosts), wallet, token.tokenDataId)
  const [isOpen, setOpen] = useState(false)
  if (token.costPrice !== null) return <Cost octas={token.costPrice} />
  return (
    <>
      <button
        type="button"
        className={styles.set}
        data-set={own !== null || undefined}
        title={own === null ? undefined : 'Set by you, in this browser'}
        onClick={() => setOpen(true)}
      >
        {own === null ? (
          <>
            Set cost<span className={styles.hidden}> of {token.name}</span>
          </>
        ) : (
          <>
            <span className={styles.hidden}>Change cost of {token.name}: </span>
            <Price octas={own} />
            <span className={styles.mark}>own</span>
          </>
        )}
      </button>
      {isOpen && (
        <Suspense fallback={null}>
          <OwnCostDialog wallet={wallet} token={token} before={own} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
