import { Button } from '@opal/ui/button'
import { Dialog } from '@opal/ui/dialog'
import { type ReactNode, useState } from 'react'
import { Picture } from '../../lib/picture.tsx'
import { Price } from '../../lib/price.tsx'
import { useMarketplace, useSite } from '../../lib/site.tsx'
import type { TradeRequest } from '../../lib/trade-request.ts'
import { ListPrice, type ListPriceValue } from './list-price.tsx'
import { MoneySplitList } from './money-split-list.tsx'
import styles from './trade-dialog.module.css'
import { TradeProgress } from './trade-progress.tsx'
import { TRADE_WORDS } from './trade-words.ts'
import { useTrade } from './use-trade.ts'

export interface TradeDialogProps {
  request: TradeRequest
  walletAddress: string
  onClose(): void
}

/** One shape for every trade: what, the money itemised, one button, then how it goes. May be closed while it is under way. */
export default function TradeDialog({ request, walletAddress, onClose }: TradeDialogProps) {
  const [price, setPrice] = useState<ListPriceValue>({ octas: undefined, accepted: true })
  const trade = useTrade(request, walletAddress, request.kind === 'list' ? price.octas : null)
  const { state } = trade
  const words = TRADE_WORDS[request.kind]
  const editable = state.step === 'quoting' || state.step === 'unavailable' || state.step === 'ready'
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={words.title}
      width={request.kind === 'buy' ? 720 : 480}
      footer={
        state.step === 'submitted' || state.step === 'failed' ? (
          <Button wide onClick={onClose}>
            Close
          </Button>
        ) : (
          <Button
            variant="primary"
            size="lg"
            wide
            busy={state.step === 'checking' || state.step === 'asking-wallet'}
            disabled={state.step !== 'ready' || !price.accepted}
            onClick={() => void trade.confirm()}
          >
            {state.step === 'asking-wallet'
              ? 'Waiting for your wallet'
              : state.step === 'checking'
                ? 'Checking'
                : words.button}
          </Button>
        )
      }
    >
      <div className={styles.body}>
        <What request={request} />
        {request.kind === 'list' && editable && <ListPrice token={request.token} onChange={setPrice} />}
        {request.kind === 'list' && editable && price.octas === undefined ? null : (
          <TradeProgress state={state} onRetry={trade.requote}>
            {'answer' in state && <MoneySplitList kind={request.kind} answer={state.answer} />}
          </TradeProgress>
        )}
      </div>
    </Dialog>
  )
}

function What({ request }: { request: TradeRequest }): ReactNode {
  const { token } = request
  const { marketplaces } = useSite()
  const listed = useMarketplace(token.marketplace)
  const venue = request.kind === 'list' ? marketplaces.find(({ isNative }) => isNative) : listed
  return (
    <div className={styles.what}>
      <span className={styles.art}>
        <Picture src={token.image} alt={token.name} width={64} eager decorative />
      </span>
      <div className={styles.words}>
        <p className={styles.name}>{token.name}</p>
        <p className={styles.place}>
          {token.collectionName}
          {venue !== undefined && ` · on ${venue.displayName}`}
        </p>
      </div>
      {request.kind !== 'list' && token.listedPrice !== null && (
        <span className={styles.price}>
          <Price octas={token.listedPrice} exact />
        </span>
      )}
    </div>
  )
}
