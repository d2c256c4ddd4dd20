import { useWalletNames } from '../../../entities/wallet/use-wallet-names.ts'
import { formatWallet } from '../../../shared/format/name.ts'
import { TradeFrame } from '../dialog/trade-frame.tsx'
import { answerIn } from '../items/item-rows.ts'
import { TradeItems } from '../items/trade-items.tsx'
import { MoneySplitList } from '../money/money-split-list.tsx'
import { type RequestOf, type TradeDialogProps, useRequestTrade } from '../quote/use-request-trade.ts'

/** Takes back a v1 token that the wallet has sent and nobody has claimed. @source docs/product/trading.md#taking-back */
export function TakeBackDialog(props: TradeDialogProps<RequestOf<'take-back'>>) {
  const { sent } = props.request
  const { tokenDataId, toAddress, propertyVersion } = sent
  const trade = useRequestTrade(props, { call: 'take-back', body: { tokenDataId, toAddress, propertyVersion } }, sent)
  const aptosName = useWalletNames([toAddress]).get(toAddress) ?? null
  const answer = answerIn(trade.state)
  return (
    <TradeFrame
      labels={trade.labels}
      flow="none"
      width={480}
      trade={trade}
      onClose={props.onClose}
      what={
        <TradeItems
          label="Item to take back"
          rows={[
            {
              key: 'it',
              tokenDataId,
              name: sent.name,
              image: sent.image,
              place: `${sent.collectionName} · sent to ${formatWallet({ walletAddress: toAddress, aptosName }, null)}`,
              marketplace: null,
              price: null,
              reason: answer?.items[0]?.reason?.sentence ?? null,
            },
          ]}
        />
      }
      split={answer !== null && <MoneySplitList flow="none" answer={answer} />}
    />
  )
}
