import type { TradeAnswer } from '@opal/contract/trading/trade'
import { Price } from '../../../../shared/components/price.tsx'
import { TradeDone } from '../../dialog/trade-done.tsx'
import { receivedWith } from '../../quote/use-trade-steps.ts'

export interface SaleDoneProps {
  tradeId: string
  /** The message of success. */
  message: string
  answer: TradeAnswer
  seller: string
  onClose(): void
}

/**
 * Dialog after a confirmed sale of one item: the art, what was received for it, and what can be done next.
 * @source docs/product/trading.md#dialogs-close
 */
export function SaleDone({ tradeId, message, answer, seller, onClose }: SaleDoneProps) {
  const received = receivedWith(0n, answer)
  const sold = answer.items.filter(({ reason }) => reason === null)
  return (
    <TradeDone
      title="Sold"
      message={message}
      tradeId={tradeId}
      items={sold}
      walletAddress={seller}
      onClose={onClose}
      summary={
        <>
          {sold[0]?.name ?? 'The item'} sold.{' '}
          {received === null ? (
            'The transaction shows what you received.'
          ) : (
            <>
              You received <Price octas={received} exact />
            </>
          )}
        </>
      }
    />
  )
}
