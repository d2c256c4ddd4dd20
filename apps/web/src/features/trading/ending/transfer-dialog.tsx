import { useState } from 'react'
import type { TradeToken } from '../../../entities/order/trade-request.ts'
import { TradeFrame } from '../dialog/trade-frame.tsx'
import { answerIn, chosenEdition, tokenRows } from '../items/item-rows.ts'
import { TradeItems } from '../items/trade-items.tsx'
import { useLeftTokens } from '../items/use-left-tokens.ts'
import { MoneySplitList } from '../money/money-split-list.tsx'
import type { TradeDraft } from '../quote/trade-draft.ts'
import { isEditable } from '../quote/trade-state.ts'
import { type RequestOf, subjectOf, type TradeDialogProps, useRequestTrade } from '../quote/use-request-trade.ts'
import { type Recipient, RecipientField, useRecipient } from './recipient-field.tsx'
import styles from './transfer-dialog.module.css'
import { useRecipientGuard } from './use-recipient-guard.tsx'

/** Gives tokens away. */
export function TransferDialog(props: TradeDialogProps<RequestOf<'transfer'>>) {
  const { left: tokens, remove } = useLeftTokens(props.request.tokens)
  const [to, setTo] = useState('')
  const recipient = useRecipient(to)
  const { address, name } = recipient
  const refusal = address === null ? null : refusalOf(address, tokens, props.walletAddress)
  const draft = address === null || refusal !== null ? null : draftOf(tokens, address, name)
  const trade = useRequestTrade(props, draft, subjectOf(tokens))
  // Confirming the recipient is pointless where the dialog or the API refuses the transfer.
  const canBeSent = refusal === null && trade.state.step !== 'unavailable'
  const guard = useRecipientGuard(canBeSent ? address : null)
  const answer = answerIn(trade.state)
  return (
    <TradeFrame
      labels={trade.labels}
      flow="none"
      width={480}
      trade={trade}
      onClose={props.onClose}
      blank={blankRecipient(to, recipient, refusal)}
      guard={guard}
      what={
        <TradeItems
          label="Items to transfer"
          rows={tokenRows(tokens, answer).map((row) => ({ ...row, marketplace: null, price: null }))}
          onRemove={tokens.length > 1 && isEditable(trade.state) ? remove : undefined}
        />
      }
      form={
        <>
          <RecipientField label="To" autoFocus value={to} error={refusal ?? undefined} onChange={setTo} />
          <p className={styles.note}>
            Transfers can’t be undone. Only Token v1 items can be taken back until the recipient claims them: your
            portfolio lists them under Claimable.
          </p>
        </>
      }
      split={answer !== null && <MoneySplitList flow="none" answer={answer} />}
    />
  )
}

/** Says why an address cannot receive the items, as far as the page knows; the API knows all items and collections. Null where it can. */
function refusalOf(address: string, tokens: readonly TradeToken[], walletAddress: string): string | null {
  if (address === walletAddress) return 'This is your own wallet'
  const isItem = tokens.some(({ tokenDataId, collectionId }) => address === tokenDataId || address === collectionId)
  return isItem ? 'This is the address of an item or its collection, not of a wallet' : null
}

/** Says what is missing of the recipient; null where nothing is. */
function blankRecipient(text: string, { address, isSearching }: Recipient, refusal: string | null): string | null {
  if (refusal !== null) return 'Check the address or the name.'
  if (address !== null) return null
  if (text.trim() === '') return 'Enter an address or a name.'
  return isSearching ? 'Looking up the name.' : 'Check the address or the name.'
}

function draftOf(tokens: readonly TradeToken[], toAddress: string, toName: string | null): TradeDraft {
  const body = { toAddress, items: tokens.map(chosenEdition) }
  return { call: 'transfer', body, ...(toName !== null && { toName }) }
}
