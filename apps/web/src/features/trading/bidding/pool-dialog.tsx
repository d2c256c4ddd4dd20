import { Button } from '@opal/ui/controls/button'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSite } from '../../../app/site.tsx'
import { bidPoolQuery, useLiveBidPool } from '../../../entities/order/bid-pool.ts'
import { AptField } from '../../../shared/components/apt-field.tsx'
import { amountAdvice, formatApt, parseApt, plainApt } from '../../../shared/format/apt.ts'
import { formatCount } from '../../../shared/format/number.ts'
import noteStyles from '../dialog/notes.module.css'
import { TradeFrame } from '../dialog/trade-frame.tsx'
import { FieldWithPresets } from '../fields/preset-buttons.tsx'
import { useFieldError } from '../fields/use-field-error.ts'
import { answerIn } from '../items/item-rows.ts'
import { MoneySplitList } from '../money/money-split-list.tsx'
import { type RequestOf, type TradeDialogProps, useRequestTrade } from '../quote/use-request-trade.ts'
import styles from './offer-price-field.module.css'
import { unpaidNote } from './pool-fields.tsx'

/** Moves APT into the wallet's bid pool, or out of it. */
export function PoolDialog(props: TradeDialogProps<RequestOf<'pool-deposit' | 'pool-withdrawal'>>) {
  const { kind } = props.request
  const pool = useQuery(bidPoolQuery(useSite().api, props.walletAddress)).data
  useLiveBidPool(props.walletAddress)
  const { balance } = pool ?? props.request
  const [text, setText] = useState('')
  const octas = parseApt(text)
  const isDeposit = kind === 'pool-deposit'
  const error = amountError(text, octas, isDeposit ? null : BigInt(balance))
  const draft = error === null ? ({ call: kind, body: { octas: String(octas) } } as const) : null
  const trade = useRequestTrade(props, draft, { name: 'your bid pool', image: null })
  const fieldError = useFieldError(text, error)
  const answer = answerIn(trade.state)
  const blank = text.trim() === '' ? 'Enter an amount.' : 'Check the amount.'
  return (
    <TradeFrame
      labels={trade.labels}
      flow={isDeposit ? 'deposit' : 'withdraw'}
      width={480}
      trade={trade}
      onClose={props.onClose}
      blank={error === null ? null : blank}
      what={null}
      form={
        <>
          <FieldWithPresets
            field={<AptField label="Amount" autoFocus value={text} error={fieldError} onChange={setText} />}
            label="Suggested amounts"
          >
            {!isDeposit && balance !== '0' && (
              <Button size="sm" onClick={() => setText(plainApt(balance))}>
                All
              </Button>
            )}
            <span className={styles.fact}>In your pool {formatApt(balance, 'down')} APT</span>
          </FieldWithPresets>
          {pool !== undefined && octas !== null && error === null && (
            <p className={noteStyles.notes} role="status">
              {isDeposit ? unpaidNote(pool, '') : backingNote(pool, BigInt(balance) - octas)}
            </p>
          )}
        </>
      }
      sum={{
        label: isDeposit ? 'Total with gas' : 'You receive',
        octas: isDeposit ? answer?.split.totalOctas : answer?.split.receivedOctas,
      }}
      split={answer !== null && <MoneySplitList flow={isDeposit ? 'deposit' : 'withdraw'} answer={answer} />}
    />
  )
}

/** Says which bids a withdrawal leaves unpaid; null where the rest pays for all of them. @param rest octas that stay in the pool. */
function backingNote(
  { bids, exposure }: { readonly bids: number; readonly exposure: string },
  rest: bigint,
): string | null {
  if (bids === 0 || rest >= BigInt(exposure)) return null
  const backed = bids === 1 ? '1 bid' : `${formatCount(bids)} bids`
  const unseen =
    rest === 0n
      ? `${bids === 1 ? 'it' : 'them'} until you deposit again`
      : `a bid that the remaining ${formatApt(rest, 'down')} APT can’t pay for`
  return `Your pool backs ${backed} worth ${formatApt(exposure)} APT. Sellers won’t see ${unseen}.`
}

/** Returns the error of an amount; null when it is valid. @param most octas; null without a bound. */
function amountError(text: string, octas: bigint | null, most: bigint | null): string | null {
  if (text.trim() === '') return 'Required.'
  if (octas === null) return amountAdvice(text)
  if (octas <= 0n) return 'Enter an amount above zero'
  return most !== null && octas > most ? 'Your bid pool holds less than that' : null
}
