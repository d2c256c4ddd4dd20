import type { ActivityKind } from '@opal/domain/live/activity-kinds'
import type { MarketEvent } from '@opal/domain/market-event'
import { type OwnershipChange, type TokenActivity, UNKNOWN_OWNER } from '@opal/domain/tokens/token-change'
import type { ActivityRow } from '../../schema/history.ts'
import type { OrderEventRow } from '../../schema/orders.ts'
import type { IndexedTransaction } from '../batch.ts'
import { type FoldedOrder, foldOrder, isUnpriced } from '../orders/fold-order.ts'
import type { OrderHistory } from '../orders/order-histories.ts'

/** An activity before its transaction's hash is looked up. */
export type ActivityDraft = Omit<ActivityRow, 'transaction_hash'>

const ORDER_ACTIVITY_KINDS: Readonly<Record<string, ActivityKind>> = {
  'listing placed': 'list',
  'listing cancelled': 'delist',
  'listing filled': 'sale',
  'token-offer placed': 'token-bid',
  'token-offer cancelled': 'cancel-token-bid',
  'token-offer filled': 'accept-token-bid',
  'collection-offer placed': 'collection-bid',
  'collection-offer cancelled': 'cancel-collection-bid',
  'collection-offer filled': 'accept-collection-bid',
  'set-offer placed': 'set-bid',
  'set-offer cancelled': 'cancel-set-bid',
  'set-offer filled': 'accept-set-bid',
}

/** Returns one activity for each event of an order. Placing a listing that is open already is a price change. */
export function toOrderActivities({ known, events }: OrderHistory): readonly ActivityDraft[] {
  let before = known
  return events.map((event) => {
    const isReprice = event.book === 'listing' && event.action === 'placed' && before?.state === 'open'
    before = foldOrder([event], before)
    return toRow(event, before, isReprice)
  })
}

/** @param order as the event leaves it. */
function toRow(
  event: OrderEventRow,
  { priceOctas, setRoot }: Pick<FoldedOrder, 'priceOctas' | 'setRoot'>,
  isReprice: boolean,
): ActivityDraft {
  const isFill = event.action === 'filled'
  // The offer is on a set where it names one: its other events do not.
  const on = setRoot ? 'set-offer' : event.book
  return {
    version: event.version,
    event_index: event.event_index,
    kind: isReprice ? 'reprice' : (ORDER_ACTIVITY_KINDS[`${on} ${event.action}`] as ActivityKind),
    marketplace: event.marketplace,
    collection_id: event.collection_id,
    token_data_id: event.token_data_id,
    from_address: isFill || event.book === 'listing' ? event.seller : event.buyer,
    to_address: isFill ? event.buyer : null,
    price_octas: isUnpriced(event) ? null : priceOctas,
    amount: event.book === 'collection-offer' && !isFill ? event.amount : null,
    order_id: event.order_id,
    at_micros: event.at_micros,
  }
}

/** Move event types that are an activity of their own; deposits and withdrawals are halves of others. */
const TOKEN_ACTIVITY_KINDS: Readonly<Record<string, 'transfer' | 'mint' | 'burn'>> = {
  '0x1::object::TransferEvent': 'transfer',
  '0x1::object::Transfer': 'transfer',
  '0x4::collection::MintEvent': 'mint',
  '0x4::collection::Mint': 'mint',
  '0x4::collection::ConcurrentMintEvent': 'mint',
  '0x4::collection::BurnEvent': 'burn',
  '0x4::collection::Burn': 'burn',
  '0x4::collection::ConcurrentBurnEvent': 'burn',
  '0x3::token::MintTokenEvent': 'mint',
  '0x3::token::Mint': 'mint',
  '0x3::token::MintToken': 'mint',
  '0x3::token::BurnTokenEvent': 'burn',
  '0x3::token::Burn': 'burn',
  '0x3::token::BurnToken': 'burn',
  '0x3::token_transfers::TokenClaimEvent': 'transfer',
  '0x3::token_transfers::Claim': 'transfer',
}
/** Deposit events of v1 tokens sent to a wallet that accepts every transfer. */
const DEPOSITS: ReadonlySet<string> = new Set(['0x3::token::DepositEvent', '0x3::token::TokenDeposit'])
const WITHDRAWALS: ReadonlySet<string> = new Set(['0x3::token::WithdrawEvent', '0x3::token::TokenWithdraw'])
/** Offer events: an offered token leaves its owner, and returns when the offer ends, without a transfer. */
const OFFERS: ReadonlySet<string> = new Set([
  '0x3::token_transfers::TokenOfferEvent',
  '0x3::token_transfers::Offer',
  '0x3::token_transfers::TokenCancelOfferEvent',
  '0x3::token_transfers::CancelOffer',
])

/**
 * Returns the transfers, mints and burns of one transaction. A traded, listed or delisted token moves as part of that, until who got it by that
 * sends it on; a minted token is an activity of its holder at the end, a burnt one of its last.
 */
export function toTokenActivities({ transaction, tokens, market }: IndexedTransaction): readonly ActivityDraft[] {
  const trades = lastTrades(market)
  const moves = [...tokens.activities.flatMap(toMove), ...sentV1(tokens.activities)]
  const mints = moves.filter(({ kind }) => kind === 'mint')
  const minted = new Map(mints.map(({ activity }) => [activity.tokenDataId, activity.fromAddress]))
  const sent = moves.filter(({ kind }) => kind === 'transfer')
  const receivers = new Map<string, string | null>([
    ...receiversV1(tokens.activities, minted),
    ...sent.map(({ activity }) => [activity.tokenDataId, activity.toAddress] as const),
  ])
  const lastOwners = new Map<string, string | null>([...formerOwners(tokens.ownerships), ...receivers])
  return moves
    .filter(
      ({ kind, activity }) =>
        kind !== 'transfer' ||
        !(minted.has(activity.tokenDataId) || isPartOf(trades.get(activity.tokenDataId), activity)),
    )
    .map(({ kind, activity }) => ({
      ...common(activity),
      version: transaction.version,
      at_micros: transaction.timestampMicros,
      kind,
      from_address: activity.fromAddress ?? (kind === 'burn' ? lastOwners.get(activity.tokenDataId) : null) ?? null,
      to_address: (kind === 'mint' ? receivers.get(activity.tokenDataId) : null) ?? activity.toAddress,
    }))
}

/** A market event with which its token moves. */
type Trade = Extract<MarketEvent, { kind: `listing-${string}` | `${string}-filled` }>

/** Returns the last trade of each token. */
function lastTrades(market: readonly MarketEvent[]): ReadonlyMap<string, Trade> {
  const trades = market.filter((event): event is Trade => /^listing-|-filled$/.test(event.kind))
  const inOrder = trades.toSorted((a, b) => a.raw.index - b.raw.index)
  return new Map(inOrder.map((trade) => [trade.token.tokenDataId, trade]))
}

/** Returns whether a transfer is a part of the token's trades: all are but those by which who got it by the last trade sent it on. */
function isPartOf(last: Trade | undefined, { eventIndex, fromAddress }: TokenActivity): boolean {
  if (last === undefined) return false
  const holder = 'buyer' in last ? last.buyer : last.kind === 'listing-cancelled' ? last.seller : null
  return eventIndex < last.raw.index || fromAddress === null || fromAddress !== holder
}

/**
 * Finds who received minted v1 tokens from their creator, whom alone their mints name: the one wallet that has more of the token
 * at the end, in whatever edition. Where several have, each may have been sent those of before.
 * @param minted creators by token.
 */
function receiversV1(
  activities: readonly TokenActivity[],
  minted: ReadonlyMap<string, string | null>,
): readonly (readonly [token: string, wallet: string])[] {
  const moved = activities.filter(({ type, tokenDataId }) => minted.has(tokenDataId) && isMoveV1(type))
  return [...Map.groupBy(moved, ({ tokenDataId }) => tokenDataId)].flatMap(([token, ofToken]) => {
    const gained = new Map<string, bigint>()
    for (const { type, fromAddress, toAddress, tokenAmount } of ofToken) {
      const [wallet, amount] = DEPOSITS.has(type) ? [toAddress, tokenAmount] : [fromAddress, -tokenAmount]
      if (wallet !== null) gained.set(wallet, (gained.get(wallet) ?? 0n) + amount)
    }
    const [receiver, ...others] = [...gained].flatMap(([wallet, amount]) => (amount > 0n ? [wallet] : []))
    return receiver === undefined || receiver === minted.get(token) || others.length > 0
      ? []
      : [[token, receiver] as const]
  })
}

function isMoveV1(type: string): boolean {
  return DEPOSITS.has(type) || WITHDRAWALS.has(type)
}

/** Returns the wallet of each token that one known wallet has or had: older burn events do not name it. */
function formerOwners(ownerships: readonly OwnershipChange[]): ReadonlyMap<string, string> {
  const known = ownerships.filter(({ ownerAddress }) => ownerAddress !== UNKNOWN_OWNER)
  const owners = new Map<string, string>(known.map(({ tokenDataId, ownerAddress }) => [tokenDataId, ownerAddress]))
  const several = known.filter(({ tokenDataId, ownerAddress }) => owners.get(tokenDataId) !== ownerAddress)
  for (const { tokenDataId } of several) owners.delete(tokenDataId)
  return owners
}

interface Move {
  readonly activity: TokenActivity
  readonly kind: 'transfer' | 'mint' | 'burn'
}

function toMove(activity: TokenActivity): readonly Move[] {
  const kind = TOKEN_ACTIVITY_KINDS[activity.type]
  return kind === undefined ? [] : [{ activity, kind }]
}

/**
 * Finds v1 tokens sent from wallet to wallet, recorded at the deposit: pairs each deposit of a token with the
 * earliest unused withdrawal before it. Skips tokens that another event explains.
 */
function sentV1(activities: readonly TokenActivity[]): readonly Move[] {
  const editions = Map.groupBy(
    activities,
    ({ tokenDataId, propertyVersionV1 }) => `${tokenDataId}:${propertyVersionV1}`,
  )
  return [...editions.values()].flatMap((edition) => {
    if (edition.some(({ type }) => OFFERS.has(type) || TOKEN_ACTIVITY_KINDS[type] !== undefined)) return []
    const withdrawn: TokenActivity[] = []
    const sent: Move[] = []
    for (const activity of edition.toSorted((a, b) => a.eventIndex - b.eventIndex)) {
      if (WITHDRAWALS.has(activity.type)) withdrawn.push(activity)
      const from = DEPOSITS.has(activity.type) ? withdrawn.shift()?.fromAddress : undefined
      if (from === undefined || from === activity.toAddress) continue
      sent.push({ kind: 'transfer', activity: { ...activity, fromAddress: from } })
    }
    return sent
  })
}

function common(activity: TokenActivity) {
  return {
    event_index: activity.eventIndex,
    marketplace: null,
    collection_id: null,
    token_data_id: activity.tokenDataId,
    from_address: activity.fromAddress,
    price_octas: null,
    amount: activity.tokenAmount,
    order_id: null,
  }
}
