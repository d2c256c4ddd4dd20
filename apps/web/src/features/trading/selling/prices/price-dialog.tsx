import type { MarketplaceInfo } from '@opal/contract/network'
import type { TermsInput } from '@opal/contract/trading/selling'
import type { TradeAnswer } from '@opal/contract/trading/trade'
import type { ReactNode } from 'react'
import { walletPath } from '../../../../app/paths.ts'
import { useSite } from '../../../../app/site.tsx'
import { canListOn } from '../../../../entities/order/marketplace-abilities.ts'
import type { TradeToken } from '../../../../entities/order/trade-request.ts'
import { formatApt } from '../../../../shared/format/apt.ts'
import { formatCounted } from '../../../../shared/format/number.ts'
import { useFrozen } from '../../../../shared/hooks/use-frozen.ts'
import { TradeFrame } from '../../dialog/trade-frame.tsx'
import { proceedsLabel } from '../../dialog/trade-labels.ts'
import { MarketplaceField, useMarketplaceChoice } from '../../fields/marketplace-field.tsx'
import { answeredItem, answerIn, chosenEdition, chosenListing, tokenRows, tradeKey } from '../../items/item-rows.ts'
import { TradeItems } from '../../items/trade-items.tsx'
import { MoneySplitList } from '../../money/money-split-list.tsx'
import { anomalySentence, askedAnomaly, lossOf } from '../../price-guard/price-anomalies.ts'
import { usePriceGuard } from '../../price-guard/price-guard.tsx'
import { floorLabel } from '../../price-guard/price-references.ts'
import { proceedsAnomalies } from '../../price-guard/proceeds-anomalies.ts'
import type { NamedAnomaly } from '../../price-guard/use-price-anomalies.ts'
import type { TradeDraft } from '../../quote/trade-draft.ts'
import { isEditable } from '../../quote/trade-state.ts'
import { type RequestOf, subjectOf, type TradeDialogProps, useRequestTrade } from '../../quote/use-request-trade.ts'
import { GainLine } from '../gain-line.tsx'
import { LostTerms } from '../terms/lost-terms.tsx'
import { NO_TYPED_TERMS, TermsFields } from '../terms/terms-fields.tsx'
import { isOpened, isPresent, type PriceKind, useTypedTerms } from '../terms/use-typed-terms.ts'
import { PricePresets } from './price-presets.tsx'
import { PriceTable } from './price-table.tsx'
import { gainOf, type PricedToken, type PricedTokens, usePricedTokens } from './use-priced-tokens.ts'

/** Sets prices of own tokens: to list them, to reprice their listings, or to move these to the native marketplace. */
export function PriceDialog(props: TradeDialogProps<RequestOf<PriceKind>>) {
  const { kind, tokens } = props.request
  const [marketplace, setMarketplace] = useMarketplaceChoice(canListOn)
  const marketplaceOf = useTarget(kind, marketplace)
  const priced = usePricedTokens(tokens, kind !== 'list', marketplaceOf)
  const asked = useTypedTerms(kind, marketplaceOf, priced.rows, props.walletAddress)
  const { terms, changed } = asked
  const end = terms?.fall?.endPrice
  const fallen = end === undefined || priced.isLooking ? [] : changed.map((row) => fallenTo(row, end, terms))
  const isComplete = priced.isComplete && asked.isComplete && changed.length > 0
  const draft = isComplete ? draftOf(kind, changed, marketplace, asked) : null
  // Before any price is changed, the dialog is about all items.
  const subjects = changed.length === 0 ? priced.rows : changed
  const trade = useRequestTrade(props, draft, subjectOf(subjects.map(({ token }) => token)))
  const answer = answerIn(trade.state)
  const repriced = changed.filter((row) => kind !== 'update-price' || !isKept(row, terms))
  const guard = usePriceGuard(
    [
      ...proceedsAnomalies(repriced.flatMap(({ token }) => answeredItem(answer, token) ?? [])),
      ...[...repriced, ...fallen].flatMap((row) => namedAnomaly(row, terms)),
    ],
    priced.isUncompared,
  )
  // Frozen when the trade starts: live updates put the new prices into the listings while the dialog still shows the change.
  const lines = pricedRows(useFrozen(subjects, isEditable(trade.state)), answer)
  const isMany = priced.rows.length > 1
  return (
    <TradeFrame
      labels={trade.labels}
      flow="list"
      width={tokens.length > 1 ? 880 : 480}
      trade={trade}
      onClose={props.onClose}
      blank={isComplete ? null : blankSentence(priced, asked)}
      refusal={priced.refusal}
      isLooking={priced.isLooking}
      guard={guard}
      // While several prices are edited, their table shows the items.
      what={(!isMany || !isEditable(trade.state)) && <TradeItems label="Items" rows={lines} />}
      form={
        <PriceForm
          priced={priced}
          asked={asked}
          isListed={kind !== 'list'}
          reasonOf={(token) => lines.find(({ key }) => key === tradeKey(token))?.reason ?? null}
        >
          {kind === 'list' && <MarketplaceField value={marketplace} onChange={setMarketplace} isOpen={canListOn} />}
        </PriceForm>
      }
      sum={{
        label: proceedsLabel(isMany, end !== undefined),
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
      split={answer !== null && <MoneySplitList flow="list" answer={answer} falls={end !== undefined} />}
    />
  )
}

interface PriceFormProps {
  priced: PricedTokens
  asked: ReturnType<typeof useTypedTerms>
  isListed: boolean
  /** Returns why a token is refused; null where it is not. */
  reasonOf(token: TradeToken): string | null
  /** Choice of the marketplace, where there is one. */
  children: ReactNode
}

/** The fields of the prices and of the terms, with what the prices leave over the costs. */
function PriceForm({ priced, asked, isListed, reasonOf, children }: PriceFormProps) {
  const end = asked.terms?.fall?.endPrice
  return (
    <>
      <PricePresets {...priced} isListed={isListed} onApply={priced.apply}>
        <PriceTable
          rows={priced.rows}
          reasons={priced.rows.map(({ token }) => reasonOf(token))}
          onChange={priced.setPrice}
          onRemove={priced.remove}
        />
      </PricePresets>
      <GainLine
        rows={priced.rows.map(({ gain, proceedsAt, references: { cost } }) => ({
          gain,
          cost,
          ...(end !== undefined && { endGain: gainOf(proceedsAt(BigInt(end)), cost) }),
        }))}
      />
      {children}
      <LostTerms losses={asked.losses} onClear={() => asked.setTyped(NO_TYPED_TERMS)} />
      {asked.isOffered && (
        <TermsFields
          value={asked.typed}
          errors={asked.errors}
          terms={asked.terms}
          note={asked.note}
          onChange={asked.setTyped}
        />
      )}
    </>
  )
}

/** Says what is still to be typed, or changed. */
function blankSentence(
  { rows, isComplete, percentAdvice }: Pick<PricedTokens, 'rows' | 'isComplete' | 'percentAdvice'>,
  { changed, isOffered, losses }: Pick<ReturnType<typeof useTypedTerms>, 'changed' | 'isOffered' | 'losses'>,
): string {
  const isMany = rows.length > 1
  if (percentAdvice !== null) return 'Check the percentage.'
  if (!isComplete) return isMany ? 'Enter a price for each item.' : 'Enter a price.'
  if (changed.length === 0) return `Change ${isMany ? 'a' : 'the'} price${isOffered ? ' or the terms' : ''}.`
  return losses.length > 0 ? 'Clear the terms, or choose another marketplace.' : 'Check the terms.'
}

/** Says what has become of several items. */
function doneTitle(kind: PriceKind, count: number): string {
  if (kind === 'list') return `${formatCounted(count, 'item')} listed`
  const listings = formatCounted(count, 'listing')
  return kind === 'update-price' ? `${listings} updated` : `${listings} moved`
}

/** Returns a function from a token to the marketplace of its listing: the chosen one, its present one, or the native one. */
function useTarget(kind: PriceKind, chosen: string | null): (token: TradeToken) => MarketplaceInfo | undefined {
  const { marketplaces } = useSite()
  return ({ marketplace }) => {
    const id = kind === 'list' ? chosen : kind === 'update-price' ? marketplace : null
    return marketplaces.find((one) => (id === null ? one.isNative : one.id === id))
  }
}

/** Returns whether a token stays for sale at the price that it had when the dialog was opened, or at the one that it has fallen to since: that is no mistake. */
function isKept(row: PricedToken, terms: TermsInput | undefined): boolean {
  const { token, octas, listing } = row
  if (!isPresent(row) || isOpened(row, terms)) return false
  return token.listedPrice === null || token.listedPrice === String(octas) || listing?.terms?.endPrice != null
}

function draftOf(
  kind: PriceKind,
  rows: readonly PricedToken[],
  marketplace: string | null,
  { terms, buyerName }: { readonly terms: TermsInput | undefined; readonly buyerName: string | null },
): TradeDraft {
  const named = buyerName === null ? {} : { buyerName }
  const priced = rows.map(({ token, octas }) => ({ token, price: String(octas) }))
  if (kind === 'list') {
    const chosen = marketplace === null ? {} : { marketplace }
    return {
      call: kind,
      body: {
        items: priced.map(({ token, price }) => ({ ...chosenEdition(token), price, ...chosen })),
        ...(terms !== undefined && { terms }),
      },
      ...named,
    }
  }
  const items = priced.map(({ token, price }) => ({ ...chosenListing(token), price }))
  return kind === 'relist'
    ? { call: kind, body: { items } }
    : { call: kind, body: { items, ...(terms !== undefined && { terms }) }, ...named }
}

/**
 * Returns the tokens at the prices to sign, each with its distance from the floor and its price before; until one is typed, at the
 * present price.
 */
function pricedRows(priced: readonly PricedToken[], answer: TradeAnswer | null) {
  return tokenRows(
    priced.map(({ token }) => token),
    answer,
  ).map((row, at) => {
    const { token, octas = null, present = null, references } = priced[at] ?? {}
    const item = token === undefined ? undefined : answeredItem(answer, token)
    const price = item?.priceOctas ?? (octas === null ? null : String(octas))
    const keepsPrice = price === null || BigInt(price) === present
    if (price === null) {
      const kept = present === null ? { price: null, note: null } : { price: String(present), note: 'now' }
      return { ...row, ...kept, keepsPrice }
    }
    const now = present !== null && (present === BigInt(price) ? 'unchanged' : `was ${formatApt(present)}`)
    const notes = [floorLabel(BigInt(price), references?.floor ?? null), now]
    return { ...row, price, note: notes.filter(Boolean).join(', '), keepsPrice }
  })
}

/** Returns a priced token at the price that it falls to, at which it may be sold as well; the one that its listing falls to already is no mistake. */
function fallenTo(row: PricedToken, endPrice: string, terms: TermsInput | undefined): PricedToken {
  const octas = BigInt(endPrice)
  const isSame = row.listing?.terms?.endPrice === endPrice && !isOpened(row, terms)
  const anomaly = isSame || row.octas === null || octas >= row.octas ? null : askedAnomaly(octas, row.references)
  return { ...row, octas, anomaly }
}

function namedAnomaly(row: PricedToken, terms: TermsInput | undefined): readonly NamedAnomaly[] {
  const { token, octas, anomaly } = row
  if (anomaly === null || octas === null) return []
  const { tokenDataId, name } = token
  const lossOctas = lossOf('listing', octas, anomaly)
  const sentence = anomalySentence('listing', name, octas, anomaly)
  return [{ tokenDataId, name, octas, lossOctas, sentence, reservedFor: buyerOf(row, terms) }]
}

/** Returns the only wallet that can buy at a new price; null for anyone. */
function buyerOf({ listing }: PricedToken, terms: TermsInput | undefined): string | null {
  return (terms === undefined ? listing?.terms?.reservedFor : terms.reservedFor) ?? null
}
