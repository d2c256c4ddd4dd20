import type { TradeAnswer } from '@opal/contract/shapes/trade'
import { useState } from 'react'
import { canListOn } from '../../lib/marketplace-abilities.ts'
import type { TradeToken } from '../../lib/trade-request.ts'
import { answerIn, tokenRows } from './item-rows.ts'
import { MoneySplitList } from './money-split-list.tsx'
import { PricePresets } from './price-presets.tsx'
import { PriceTable } from './price-table.tsx'
import { slipSentence } from './slip-words.ts'
import type { TradeDraft } from './trade-draft.ts'
import { TradeFrame } from './trade-frame.tsx'
import { TradeItems } from './trade-items.tsx'
import { TypedConfirmation } from './typed-confirmation.tsx'
import { type PricedToken, usePricedTokens } from './use-priced-tokens.ts'
import { type RequestOf, subjectOf, type TradeDialogProps, useRequestTrade } from './use-request-trade.ts'
import { VenueField } from './venue-field.tsx'

type PriceKind = 'list' | 'update-price' | 'relist'

/** Puts prices on own tokens: to list them, to list them anew where they are, or to move them to the native marketplace. */
export function PriceDialog(props: TradeDialogProps<RequestOf<PriceKind>>) {
  const { kind, tokens } = props.request
  const priced = usePricedTokens(tokens)
  const [marketplace, setMarketplace] = useState<string | null>(null)
  const [sureOf, setSureOf] = useState('')
  const slips = priced.rows.filter(({ slip }) => slip !== null)
  const slipKey = slips.map(({ token, text }) => `${token.tokenDataId} ${text}`).join()
  const draft = priced.isComplete ? draftOf(kind, priced.rows, marketplace) : null
  const trade = useRequestTrade(props, draft, subjectOf(tokens))
  const answer = answerIn(trade.state)
  return (
    <TradeFrame
      words={trade.words}
      width={tokens.length > 1 ? 880 : 480}
      trade={trade}
      onClose={props.onClose}
      isBlank={!priced.isComplete}
      refusal={priced.refusal}
      isHeld={priced.isLooking || (slips.length > 0 && sureOf !== slipKey)}
      what={
        (tokens.length === 1 || answer !== null) && (
          <TradeItems label="Items" rows={standingRows(kind === 'list' ? tokens.map(unlisted) : tokens, answer)} />
        )
      }
      form={
        <>
          <PricePresets rows={priced.rows} isListed={kind !== 'list'} onApply={priced.apply} />
          <PriceTable rows={priced.rows} onChange={priced.setPrice} />
          {kind === 'list' && <VenueField value={marketplace} onChange={setMarketplace} isOpen={canListOn} />}
          {slips.length > 0 && (
            <TypedConfirmation
              key={slipKey}
              phrase={slips[0]?.text.trim() ?? ''}
              onChange={(isSure) => setSureOf(isSure ? slipKey : '')}
            >
              {slips.map((row) => slipWords(row)).join(' ')}
            </TypedConfirmation>
          )}
        </>
      }
      split={answer !== null && <MoneySplitList story="list" answer={answer} />}
    />
  )
}

function draftOf(kind: PriceKind, rows: readonly PricedToken[], marketplace: string | null): TradeDraft {
  const priced = rows.map(({ token, octas }) => ({ token, price: String(octas) }))
  if (kind === 'list') {
    const venue = marketplace === null ? {} : { marketplace }
    return {
      call: kind,
      body: { items: priced.map(({ token, price }) => ({ tokenDataId: token.tokenDataId, price, ...venue })) },
    }
  }
  return { call: kind, body: { items: priced.map(({ token, price }) => ({ ...listingOf(token), price })) } }
}

function listingOf({ tokenDataId, marketplace, listingId }: TradeToken) {
  return { tokenDataId, ...(marketplace !== null && { marketplace }), ...(listingId !== null && { listingId }) }
}

/** The tokens as they stand now, where and for how much; what is new is in the fields. */
function standingRows(tokens: readonly TradeToken[], answer: TradeAnswer | null) {
  return tokenRows(tokens, answer).map((row, at) => ({
    ...row,
    marketplace: tokens[at]?.marketplace ?? row.marketplace,
    price: tokens[at]?.listedPrice ?? null,
  }))
}

function unlisted(token: TradeToken): TradeToken {
  return { ...token, marketplace: null, listedPrice: null }
}

function slipWords({ token, octas, slip }: PricedToken): string {
  return slip === null || octas === null ? '' : slipSentence('listing', token.name, octas, slip)
}
