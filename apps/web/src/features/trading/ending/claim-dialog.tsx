import { Badge } from '@opal/ui/data/badge'
import { useEffect } from 'react'
import { useWalletNames } from '../../../entities/wallet/use-wallet-names.ts'
import { ResponsiveImage } from '../../../shared/components/image.tsx'
import { formatWallet, tokenNumber } from '../../../shared/format/name.ts'
import { isSettled } from '../confirmation/pending-trades.ts'
import { useSubmittedTrade } from '../confirmation/use-submitted-trade.ts'
import { TradeFrame } from '../dialog/trade-frame.tsx'
import { answerIn } from '../items/item-rows.ts'
import { MoneySplitList } from '../money/money-split-list.tsx'
import { type RequestOf, type TradeDialogProps, useRequestTrade } from '../quote/use-request-trade.ts'
import styles from './claim-dialog.module.css'

/**
 * Claims a token that another wallet sent. Closes by itself with any outcome; the tray keeps the reason of a failure.
 * @source docs/product/trading.md#claim-dialog
 */
export function ClaimDialog(props: TradeDialogProps<RequestOf<'claim'>>) {
  const { claim } = props.request
  const { tokenDataId, fromAddress, propertyVersion } = claim
  const trade = useRequestTrade(props, { call: 'claim', body: { tokenDataId, fromAddress, propertyVersion } }, claim)
  const { state } = trade
  const aptosName = useWalletNames([fromAddress]).get(fromAddress) ?? null
  const sent = useSubmittedTrade(state.step === 'submitted' ? state.tradeId : null)
  const isDeclined = state.step === 'ready' && state.note?.kind === 'rejected'
  const isOver = isDeclined || state.step === 'failed' || (sent !== null && isSettled(sent))
  const { onClose } = props
  useEffect(() => {
    if (isOver) onClose()
  }, [isOver, onClose])
  const answer = answerIn(state)
  return (
    <TradeFrame
      labels={trade.labels}
      flow="none"
      width={480}
      trade={trade}
      onClose={onClose}
      what={
        <div className={styles.what}>
          <span className={styles.art}>
            <ResponsiveImage src={claim.image} alt={claim.name} width={96} eager decorative />
          </span>
          <div className={styles.words}>
            <p className={styles.name}>{tokenNumber(claim.name)}</p>
            <p className={styles.place}>{claim.collectionName}</p>
            <p className={styles.place} title={fromAddress}>
              From {formatWallet({ walletAddress: fromAddress, aptosName }, null)}
            </p>
            <Badge>Not Claimed</Badge>
          </div>
        </div>
      }
      split={answer !== null && state.step !== 'submitted' && <MoneySplitList flow="none" answer={answer} />}
    />
  )
}
