import type { TokenActivity } from '@opal/domain/tokens/token-change'
import type { IndexedTransaction } from '../batch.ts'
import type { ActivityDraft } from './order-activities.ts'

/** Move event types that are an activity of their own; deposits and withdrawals are halves of others. */
const KINDS: Readonly<Record<string, 'transfer' | 'mint' | 'burn'>> = {
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
/** Where a v1 token arrives when its owner sends it to somebody who takes all that comes. */
const DEPOSITS: ReadonlySet<string> = new Set(['0x3::token::DepositEvent', '0x3::token::TokenDeposit'])
const WITHDRAWALS: ReadonlySet<string> = new Set(['0x3::token::WithdrawEvent', '0x3::token::TokenWithdraw'])
/** A token that is offered leaves its owner, and one whose offer ends comes back, without having been sent. */
const OFFERS: ReadonlySet<string> = new Set([
  '0x3::token_transfers::TokenOfferEvent',
  '0x3::token_transfers::Offer',
  '0x3::token_transfers::TokenCancelOfferEvent',
  '0x3::token_transfers::CancelOffer',
])

/**
 * Transfers, mints and burns of one transaction. A token that the transaction trades, lists or delists moves as part of
 * that; a token that it mints is an activity for whoever holds it in the end.
 */
export function toTokenActivities({ transaction, tokens, market }: IndexedTransaction): readonly ActivityDraft[] {
  const traded = new Set(market.flatMap((event) => ('token' in event ? event.token.tokenDataId : [])))
  const moves = [...tokens.activities.flatMap(toMove), ...sentV1(tokens.activities)]
  const minted = new Set(moves.filter(({ kind }) => kind === 'mint').map(({ activity }) => activity.tokenDataId))
  const lastOwner = new Map(
    moves.filter(({ kind }) => kind === 'transfer').map(({ activity }) => [activity.tokenDataId, activity.toAddress]),
  )
  return moves
    .filter(
      ({ kind, activity }) =>
        kind !== 'transfer' || !(traded.has(activity.tokenDataId) || minted.has(activity.tokenDataId)),
    )
    .map(({ kind, activity }) => ({
      ...common(activity),
      version: transaction.version,
      at_micros: transaction.timestampMicros,
      kind,
      to_address: (kind === 'mint' ? lastOwner.get(activity.tokenDataId) : null) ?? activity.toAddress,
    }))
}

interface Move {
  readonly activity: TokenActivity
  readonly kind: 'transfer' | 'mint' | 'burn'
}

function toMove(activity: TokenActivity): readonly Move[] {
  const kind = KINDS[activity.type]
  return kind === undefined ? [] : [{ activity, kind }]
}

/**
 * v1 tokens sent from wallet to wallet, recorded at the deposit: each deposit of a token with the withdrawal before it that no
 * other deposit has used. Tokens of which another event says what happened are left out.
 */
function sentV1(activities: readonly TokenActivity[]): readonly Move[] {
  const editions = Map.groupBy(
    activities,
    ({ tokenDataId, propertyVersionV1 }) => `${tokenDataId}:${propertyVersionV1}`,
  )
  return [...editions.values()].flatMap((edition) => {
    if (edition.some(({ type }) => OFFERS.has(type) || KINDS[type] !== undefined)) return []
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
