import type { PortfolioToken } from '@opal/contract/portfolio'
import { formatCompact } from '@opal/domain/text/compact'
import { Button } from '@opal/ui/controls/button'
import type { ReactNode } from 'react'
import { openTrade } from '../../../app/commands.ts'
import { useMarketplace, useSite } from '../../../app/site.tsx'
import { canAcceptOn } from '../../../entities/order/marketplace-abilities.ts'
import { pendingTokens } from '../../../entities/token/pending-tokens.ts'
import { APT_DECIMALS, formatApt, formatAptExact } from '../../../shared/format/apt.ts'
import { formatUsd } from '../../../shared/format/usd.ts'
import { useStore } from '../../../shared/hooks/store.ts'
import { toTradeToken } from '../rows/to-trade-token.ts'
import styles from './items.module.css'

export interface SellButtonProps {
  token: PortfolioToken
  /** Shown where there is no bid that can be accepted. */
  otherwise?: ReactNode
}

/**
 * Sells one's own item into its best bid; the button says what that brings after fees.
 * @source docs/product/portfolio-and-pnl.md#selling-an-item
 */
export function SellButton({ token, otherwise = null }: SellButtonProps) {
  const { bestExit } = token
  const { currency, usdRate } = useSite()
  const marketplace = useMarketplace(bestExit?.marketplace ?? null)
  const isPending = useStore(pendingTokens).has(token.tokenDataId)
  if (bestExit === null || !canAcceptOn(marketplace, bestExit.tokenBid ? 'token' : 'collection')) return otherwise
  const { netOctas: shownOctas, offerId, priceOctas: price } = bestExit
  const bid = { marketplace: bestExit.marketplace, offerId, price }
  return (
    <Button
      size="sm"
      busy={isPending}
      data-sell=""
      aria-label={`Sell ${token.name} for ${formatAptExact(shownOctas)} after fees`}
      onClick={() => openTrade({ kind: 'accept-bid', tokens: [{ ...toTradeToken(token), bid }], shownOctas })}
    >
      <span>
        Sell <span className={styles.for}>for </span>
        {currency === 'USD' ? formatUsd(shownOctas, usdRate, 'down') : shortApt(shownOctas)}
      </span>
    </Button>
  )
}

const ONE_APT = 10n ** BigInt(APT_DECIMALS)
/** Decimals of amounts from one APT on: a button of a card has room for no more. */
const SHORT_DECIMALS = 2

/** Formats what a wallet receives, rounded down, for a button. */
function shortApt(octas: string): string {
  const amount = BigInt(octas)
  return amount < ONE_APT
    ? formatApt(amount, 'down')
    : formatCompact(amount, APT_DECIMALS, SHORT_DECIMALS, { rounding: 'down' })
}
