import type { TokenDetail } from '@opal/contract/tokens'
import { useMarketplace, useSite } from '../../../app/site.tsx'
import { ExplainMetricButton } from '../../../entities/collection/explain-metric-button.tsx'
import { LivePrice } from '../../../shared/components/live-price.tsx'
import { formatUsd } from '../../../shared/format/usd.ts'
import { TokenActionBar } from './token-action-bar.tsx'
import styles from './token-price-block.module.css'

/** Price and marketplace of a token, with its primary action. */
export function TokenPriceBlock({ token }: { token: TokenDetail }) {
  const { usdRate, preferences } = useSite()
  const marketplace = useMarketplace(token.marketplace)
  return (
    <div className={styles.block}>
      <div>
        <p className={styles.label}>
          {token.listedPrice === null ? 'Not listed' : `Listed on ${marketplace?.displayName ?? token.marketplace}`}
          <ExplainMetricButton metric="token.price" subject={subjectOf(token)} name="Price" />
        </p>
        <p className={styles.price}>
          {token.listedPrice === null ? (
            <span className={styles.none}>No price</span>
          ) : (
            <LivePrice octas={token.listedPrice} />
          )}
          {token.listedPrice !== null && usdRate !== null && preferences.currency === 'APT' && (
            <span className={styles.usd}>{formatUsd(token.listedPrice, usdRate)}</span>
          )}
        </p>
      </div>
      <TokenActionBar token={token} />
    </div>
  )
}

function subjectOf({ collectionId, tokenDataId, name }: TokenDetail) {
  return { collectionId, tokenDataId, name }
}
