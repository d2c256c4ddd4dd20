import type { TradeAnswer, TradeItem } from '@opal/contract/trading/trade'
import { bidKey } from '../../../entities/order/pending-bids.ts'
import type { TradeRequest } from '../../../entities/order/trade-request.ts'
import type { TradeNoteOf } from '../confirmation/ask-wallet.ts'
import { type TradeLabels, tradeLabels } from '../dialog/trade-labels.ts'
import { answerIn } from '../items/item-rows.ts'
import { isLeftForLater } from './left-for-later.ts'
import type { TradeDraft } from './trade-draft.ts'
import { collectionsOf } from './use-live-quote.ts'
import { type UseTrade, useTrade } from './use-trade.ts'
import { worseThanShown } from './worse-than-shown.ts'

/** Props of every trading dialog. */
export interface TradeDialogProps<Request extends TradeRequest = TradeRequest> {
  readonly request: Request
  readonly walletAddress: string
  onClose(): void
  /** Called when the wallet has sent it. */
  onSubmitted(tradeId: string): void
  /** Called when the wallet is going to be asked for further transactions without another press, and when no more follow. */
  onRunning(isRunning: boolean): void
}
/** A request of these kinds. */
export type RequestOf<Kind extends TradeRequest['kind']> = Extract<TradeRequest, { readonly kind: Kind }>

/** Name and image for the tray, while the quote has none. */
export interface TradeSubject {
  readonly name: string
  readonly image: string | null
  /** Number of items, 1 unless it says otherwise. */
  readonly count?: number
  /** Transactions follow for the items that one of them leaves. */
  readonly inSteps?: boolean
}

/** Follows the trade of a dialog, from quote to submission, described for the tray in its request's words. */
export function useRequestTrade(
  { request, walletAddress, onSubmitted }: TradeDialogProps,
  draft: TradeDraft | null,
  subject: TradeSubject,
): UseTrade & { readonly labels: TradeLabels } {
  const describe = (answer: TradeAnswer) => describeTrade(request, answer, subject)
  const worse = (answer: TradeAnswer) => worseThanShown(request, answer)
  const trade = useTrade({ draft, collectionIds: collectionsOf(request), worse, walletAddress, describe, onSubmitted })
  return { ...trade, labels: tradeLabels(request, tradedCount(answerIn(trade.state), subject)) }
}

/** Returns how many of the chosen items are traded, now or in a transaction that follows by itself: all, until an answer refuses some. */
function tradedCount(answer: TradeAnswer | null, { count = 1, inSteps = false }: TradeSubject): number {
  const follows = (item: TradeItem) => inSteps && isLeftForLater(item, answer)
  const refused = answer?.items.filter((item) => item.reason !== null && !follows(item)).length ?? 0
  return refused < count ? count - refused : count
}

function describeTrade(request: TradeRequest, answer: TradeAnswer, subject: TradeSubject): TradeNoteOf {
  const { kind } = request
  const count = tradedCount(answer, subject)
  const labels = tradeLabels(request, count)
  const traded = answer.items.filter((item) => item.reason === null)
  const toGo = subject.inSteps === true ? count - traded.length : 0
  const name = traded.length > 1 ? `${traded.length} items` : (traded[0]?.name ?? subject.name)
  return {
    kind,
    doing: kind === 'prepared' ? labels.doing : `${labels.doing} ${name}`,
    // Counts this transaction only: later ones may be declined.
    success: toGo > 0 ? `${tradeLabels(request, traded.length).success}, ${toGo} to go` : labels.success,
    failure: labels.failure,
    image: traded[0]?.image ?? subject.image,
    tokenDataIds: traded.flatMap((item) => item.tokenDataId ?? []),
    bids: traded.flatMap(({ offer }) => (offer === null ? [] : [bidKey({ ...offer, tokenBid: offer.isOnToken })])),
  }
}

/** Returns a subject for several tokens. */
export function subjectOf(things: readonly Pick<TradeSubject, 'name' | 'image'>[]): TradeSubject {
  const [first, ...others] = things
  if (first === undefined) return { name: 'nothing', image: null }
  return others.length === 0
    ? { name: first.name, image: first.image }
    : { name: `${things.length} items`, image: first.image, count: things.length }
}
