import type { MarketplaceInfo } from '@opal/contract/network'
import type { TermsInput } from '@opal/contract/trading/selling'
import type { TradeAnswer } from '@opal/contract/trading/trade'
import { useState } from 'react'
import { walletPath } from '../../../app/paths.ts'
import { useSite } from '../../../app/site.tsx'
import { canListOn, canListOnTerms, canUpdateTermsOn } from '../../../entities/order/marketplace-abilities.ts'
import type { TradeToken } from '../../../entities/order/trade-request.ts'
import { formatApt } from '../../../shared/format/apt.ts'
import { answeredItem, answerIn, chosenEdition, tokenRows } from '../dialog/item-rows.ts'
import { MarketplaceField, useMarketplaceChoice } from '../dialog/marketplace-field.tsx'
import { MoneySplitList } from '../dialog/money-split-list.tsx'
import { TradeFrame } from '../dialog/trade-frame.tsx'
import { TradeItems } from '../dialog/trade-items.tsx'
import { anomalySentence, askedAnomaly } from '../price-guard/price-anomalies.ts'
import { usePriceGuard } from '../price-guard/price-guard.tsx'
import { floorLabel } from '../price-guard/price-references.ts'
import type { NamedAnomaly } from '../price-guard/use-price-anomalies.ts'
import type { TradeDraft } from '../quote/trade-draft.ts'
import { isEditable } from '../quote/trade-state.ts'
import { type RequestOf, subjectOf, type TradeDialogProps, useRequestTrade } from '../quote/use-request-trade.ts'
import { GainLine } from './gain-line.tsx'
import { PricePresets } from './price-presets.tsx'
import { PriceTable } from './price-table.tsx'
import { readTerms, TermsFields, type TypedTerms, typedTermsOf } from './terms-fields.tsx'
import { type PricedToken, usePricedTokens } from './use-priced-tokens.ts'

type PriceKind = 'list' | 'update-price' | 'relist'

/** Sets prices of own tokens: to list them, to reprice their listings, or to move these to the native marketplace. */
export function PriceDialog(props: TradeDialogProps<RequestOf<PriceKind>>) {
  const { kind, tokens } = props.request
  const [marketplace, setMarketplace] = useMarketplaceChoice(canListOn)
  const priced = usePricedTokens(tokens, useTarget(kind, marketplace))
  const asked = useTypedTerms(kind, marketplace, priced.rows)
  const { fall } = asked.terms ?? {}
  const fallen = fall === undefined || priced.isLooking ? [] : asked.rows.map((row) => fallenTo(row, fall.endPrice))
  const guard = usePriceGuard([...priced.rows, ...fallen].flatMap(namedAnomaly))
  const isPriced = priced.isComplete || asked.keepsPrice
  const isComplete = isPriced && asked.isComplete
  const draft = isComplete ? draftOf(kind, asked.rows, marketplace, asked.terms) : null
  const trade = useRequestTrade(props, draft, subjectOf(priced.rows.map(({ token }) => token)))
  const answer = answerIn(trade.state)
  const lines = pricedRows(kind, asked.rows, answer)
  const isMany = priced.rows.length > 1
  return (
    <TradeFrame
      labels={trade.labels}
      width={tokens.length > 1 ? 880 : 480}
      trade={trade}
      onClose={props.onClose}
      blank={
        isComplete ? null : isPriced ? 'Check the terms.' : isMany ? 'Enter a price for each item.' : 'Enter a price.'
      }
      refusal={priced.refusal}
      isLooking={priced.isLooking}
      guard={guard}
      // While it is edited, the table of prices has the items of a batch.
      what={(!isMany || !isEditable(trade.state)) && <TradeItems label="Items" rows={lines} />}
      form={
        <>
          <PricePresets
            rows={priced.rows}
            isListed={kind !== 'list'}
            isLooking={priced.isLooking}
            onApply={priced.apply}
          />
          <PriceTable
            rows={priced.rows}
            reasons={lines.map(({ reason }) => reason)}
            onChange={priced.setPrice}
            onRemove={priced.remove}
          />
          <GainLine rows={priced.rows.map(({ gain, references: { cost } }) => ({ gain, cost }))} />
          {kind === 'list' && <MarketplaceField value={marketplace} onChange={setMarketplace} isOpen={canListOn} />}
          {asked.isOffered && (
            <TermsFields value={asked.typed} errors={asked.errors} note={asked.note} onChange={asked.setTyped} />
          )}
        </>
      }
      sum={{
        label: isMany ? 'You receive when they sell' : 'You receive when it sells',
        octas: answer?.split.sellerOctas,
      }}
      done={
        isMany
          ? {
              title: doneTitle(kind, lines.filter(({ reason }) => reason === null).length),
              next: { label: 'View listings', to: `${walletPath(props.walletAddress)}?tab=listings` },
            }
          : undefined
      }
      split={answer !== null && <MoneySplitList flow="list" answer={answer} />}
    />
  )
}

/** Says what has become of several items. */
function doneTitle(kind: PriceKind, count: number): string {
  if (kind === 'list') return count === 1 ? '1 item listed' : `${count} items listed`
  if (kind === 'update-price') return count === 1 ? '1 listing updated' : `${count} listings updated`
  return count === 1 ? '1 listing moved' : `${count} listings moved`
}

/** Returns a function from a token to the marketplace of its listing: the chosen one, its present one, or the native one. */
function useTarget(kind: PriceKind, chosen: string | null): (token: TradeToken) => MarketplaceInfo | undefined {
  const { marketplaces } = useSite()
  return ({ marketplace }) => {
    const id = kind === 'list' ? chosen : kind === 'update-price' ? marketplace : null
    return marketplaces.find((one) => (id === null ? one.isNative : one.id === id))
  }
}

/** Holds the terms of new listings, or new terms of present ones, where the marketplace has them. */
function useTypedTerms(kind: PriceKind, marketplace: string | null, priced: readonly PricedToken[]) {
  const { preferences } = useSite()
  const marketplaceOf = useTarget(kind, marketplace)
  const [changed, setTyped] = useState<TypedTerms | null>(null)
  const [openedMs] = useState(() => Date.now())
  const [only] = priced.length === 1 ? priced : []
  const present = kind === 'update-price' ? (only?.listing?.terms ?? null) : null
  // Fields start with the terms of the listing, which is loaded first.
  const isKnown = kind === 'list' || (kind === 'update-price' && (only === undefined || only.listing !== null))
  const isOpen = kind === 'list' ? canListOnTerms : canUpdateTermsOn
  const isOffered =
    isKnown &&
    (preferences.mode === 'pro' || present !== null) &&
    priced.every(({ token }) => isOpen(marketplaceOf(token)))
  const initial = typedTermsOf(present, openedMs)
  const typed = changed ?? initial
  const isChanged = isOffered && JSON.stringify(typed) !== JSON.stringify(initial)
  const keepsPrice = isChanged && only !== undefined && only.text === '' && only.listing !== null
  const rows = keepsPrice ? [{ ...only, octas: BigInt(only.listing.price) }] : priced
  const prices = rows.flatMap(({ octas }) => octas ?? [])
  const lowest = prices.reduce<bigint | null>((low, octas) => (low === null || octas < low ? octas : low), null)
  const { terms, errors } = readTerms(typed, lowest, openedMs)
  // A listing that has terms, or gets some, is given all of them; others get a price alone.
  const replaced = isChanged || present !== null ? (terms ?? {}) : undefined
  return {
    ...{ isOffered, typed, setTyped, errors, keepsPrice, rows },
    terms: isOffered ? (kind === 'list' ? terms : replaced) : undefined,
    note: kind === 'update-price' && only === undefined ? REPLACES_TERMS : undefined,
    isComplete: !isOffered || Object.keys(errors).length === 0,
  }
}

const REPLACES_TERMS =
  'These replace the terms of all these listings. Left empty, terms don’t change, but falling prices stop.'

function draftOf(
  kind: PriceKind,
  rows: readonly PricedToken[],
  marketplace: string | null,
  terms: TermsInput | undefined,
): TradeDraft {
  const priced = rows.map(({ token, octas }) => ({ token, price: String(octas) }))
  if (kind === 'list') {
    const chosen = marketplace === null ? {} : { marketplace }
    return {
      call: kind,
      body: {
        items: priced.map(({ token, price }) => ({ ...chosenEdition(token), price, ...chosen })),
        ...(terms !== undefined && { terms }),
      },
    }
  }
  const items = priced.map(({ token, price }) => ({ ...listingOf(token), price }))
  return kind === 'relist'
    ? { call: kind, body: { items } }
    : { call: kind, body: { items, ...(terms !== undefined && { terms }) } }
}

function listingOf({ tokenDataId, marketplace, listingId }: TradeToken) {
  return { tokenDataId, ...(marketplace !== null && { marketplace }), ...(listingId !== null && { listingId }) }
}

/**
 * Returns the tokens at the prices to sign, each with its distance from the floor and its price before; until one is typed, at the
 * present price.
 */
function pricedRows(kind: PriceKind, priced: readonly PricedToken[], answer: TradeAnswer | null) {
  const isListed = kind !== 'list'
  return tokenRows(
    priced.map(({ token }) => token),
    answer,
  ).map((row, at) => {
    const { token, octas = null, references } = priced[at] ?? {}
    const item = token === undefined ? undefined : answeredItem(answer, token)
    const price = item?.priceOctas ?? (octas === null ? null : String(octas))
    const before = isListed ? (token?.listedPrice ?? null) : null
    if (price === null) return { ...row, price: before, note: before === null ? null : 'now' }
    const notes = [floorLabel(BigInt(price), references?.floor ?? null), before !== null && `was ${formatApt(before)}`]
    return { ...row, price, note: notes.filter(Boolean).join(', ') }
  })
}

/** Returns a priced token at the price that it falls to, at which it may be sold as well; the one that its listing falls to already is no mistake. */
function fallenTo(row: PricedToken, endPrice: string): PricedToken {
  const octas = BigInt(endPrice)
  const isKept = row.listing?.terms?.endPrice === endPrice
  const anomaly = isKept || row.octas === null || octas >= row.octas ? null : askedAnomaly(octas, row.references)
  return { ...row, octas, anomaly }
}

function namedAnomaly({ token: { name }, octas, anomaly }: PricedToken): readonly NamedAnomaly[] {
  if (anomaly === null || octas === null) return []
  return [{ name, octas, sentence: anomalySentence('listing', name, octas, anomaly) }]
}
