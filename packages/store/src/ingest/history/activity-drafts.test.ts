import type { Address } from '@opal/domain/address'
import type { MarketEvent } from '@opal/domain/market-event'
import { type OwnershipChange, type TokenActivity, UNKNOWN_OWNER } from '@opal/domain/tokens/token-change'
import { expect, test } from 'vitest'
import { address, eventBase, held, indexed } from '../testing/market-story.ts'
import { toTokenActivities } from './activity-drafts.ts'

const [ANNA, BEN, CREATOR] = [address('a1'), address('b1'), address('c1')]
const [TOKEN, LISTING] = [address('70'), address('1e')]

function activity(eventIndex: number, type: string, fields: Partial<TokenActivity>): TokenActivity {
  return {
    eventIndex,
    eventAccountAddress: ANNA,
    tokenDataId: TOKEN,
    propertyVersionV1: 0n,
    type,
    fromAddress: null,
    toAddress: null,
    tokenAmount: 1n,
    beforeValue: null,
    afterValue: null,
    entryFunctionIdStr: null,
    tokenStandard: 'v1',
    isFungibleV2: null,
    ...fields,
  }
}

const left = activity(1, '0x3::token::WithdrawEvent', { fromAddress: ANNA })
const arrived = activity(2, '0x3::token::DepositEvent', { toAddress: BEN })
const movesOf = (activities: readonly TokenActivity[], ownerships: readonly OwnershipChange[] = []) =>
  toTokenActivities(indexed(1n, [], { activities, ownerships })).map((row) => [
    row.kind,
    row.from_address,
    row.to_address,
  ])

test('a v1 token sent from wallet to wallet is a transfer, recorded at its arrival', () => {
  const rows = toTokenActivities(indexed(1n, [], { activities: [left, arrived] }))
  expect(rows).toMatchObject([
    { kind: 'transfer', event_index: 2, from_address: ANNA, to_address: BEN, token_data_id: TOKEN, amount: 1n },
  ])
  const modules = [
    { ...left, type: '0x3::token::TokenWithdraw' },
    { ...arrived, type: '0x3::token::TokenDeposit' },
  ]
  expect(movesOf(modules)).toEqual([['transfer', ANNA, BEN]])
})

test('a v1 token that is offered, minted, traded or put away is not sent', () => {
  expect(movesOf([left])).toEqual([])
  expect(movesOf([arrived])).toEqual([])
  expect(movesOf([left, activity(3, '0x3::token_transfers::TokenOfferEvent', { fromAddress: ANNA })])).toEqual([])
  expect(movesOf([arrived, activity(1, '0x3::token_transfers::TokenCancelOfferEvent', {})])).toEqual([])
  expect(movesOf([{ ...arrived, toAddress: ANNA }, left])).toEqual([])
  const minted = activity(0, '0x3::token::MintTokenEvent', { toAddress: null })
  expect(movesOf([minted, { ...arrived, toAddress: ANNA }])).toEqual([['mint', null, ANNA]])
  const sale = { ...eventBase(1n, 4, 5n), kind: 'listing-filled' as const, listingId: '7', seller: ANNA, buyer: BEN }
  const named = { standard: 'v1' as const, tokenDataId: TOKEN, tokenName: null, propertyVersion: 0n }
  const filled = { ...sale, token: named, commissionOctas: null, royaltyOctas: null }
  expect(toTokenActivities(indexed(1n, [filled], { activities: [left, arrived] }))).toEqual([])
})

test('a claimed v1 token is recorded once', () => {
  const claim = activity(3, '0x3::token_transfers::TokenClaimEvent', { fromAddress: ANNA, toAddress: BEN })
  expect(movesOf([{ ...arrived }, claim])).toEqual([['transfer', ANNA, BEN]])
})

test('a minted v1 token is received by the one wallet besides its creator that has more of it in the end', () => {
  const minted = activity(0, '0x3::token::MintTokenEvent', { fromAddress: CREATOR })
  const toCreator = activity(1, '0x3::token::DepositEvent', { toAddress: CREATOR })
  const fromCreator = activity(2, '0x3::token::WithdrawEvent', { fromAddress: CREATOR })
  const toAnna = activity(3, '0x3::token::DepositEvent', { toAddress: ANNA, propertyVersionV1: 1n })
  const toBen = activity(4, '0x3::token::DepositEvent', { toAddress: BEN })
  expect(movesOf([minted, toCreator])).toEqual([['mint', CREATOR, null]])
  expect(movesOf([minted, toCreator, fromCreator, toAnna])).toEqual([['mint', CREATOR, ANNA]])
  expect(movesOf([minted, toCreator, fromCreator])).toEqual([['mint', CREATOR, null]])
  expect(movesOf([minted, toAnna, toBen])).toEqual([['mint', CREATOR, null]])
  const other = activity(5, '0x3::token::DepositEvent', { toAddress: BEN, tokenDataId: address('71') })
  expect(movesOf([minted, toAnna, other])).toEqual([['mint', CREATOR, ANNA]])
})

test('a module event of a v1 mint names no receiver either', () => {
  const minted = activity(0, '0x3::token::Mint', { fromAddress: CREATOR })
  const toBen = activity(1, '0x3::token::TokenDeposit', { toAddress: BEN })
  expect(movesOf([minted, toBen])).toEqual([['mint', CREATOR, BEN]])
})

test('a burn whose event names no wallet is of the last owner', () => {
  const v2 = { tokenStandard: 'v2' as const }
  const burnt = activity(5, '0x4::collection::BurnEvent', v2)
  expect(movesOf([burnt], [held(TOKEN, ANNA, 0n)])).toEqual([['burn', ANNA, null]])
  expect(movesOf([burnt], [held(TOKEN, ANNA, 0n, { ownerAddress: UNKNOWN_OWNER })])).toEqual([['burn', null, null]])
  expect(movesOf([burnt], [held(TOKEN, ANNA, 0n), held(TOKEN, BEN, 0n)])).toEqual([['burn', null, null]])
  const sent = activity(4, '0x1::object::TransferEvent', { ...v2, fromAddress: ANNA, toAddress: BEN })
  expect(movesOf([sent, burnt], [held(TOKEN, ANNA, 0n), held(TOKEN, BEN, 0n)])).toEqual([
    ['transfer', ANNA, BEN],
    ['burn', BEN, null],
  ])
  const named = activity(5, '0x4::collection::Burn', { ...v2, fromAddress: BEN })
  expect(movesOf([named], [held(TOKEN, ANNA, 0n), held(TOKEN, BEN, 0n)])).toEqual([['burn', BEN, null]])
})

test('a token that is sent on by who has just got it by a trade is traded and sent', () => {
  const moved = (eventIndex: number, fromAddress: Address, toAddress: Address) =>
    activity(eventIndex, '0x1::object::Transfer', { tokenStandard: 'v2', fromAddress, toAddress })
  const sentBeside = (market: readonly MarketEvent[], activities: readonly TokenActivity[]) =>
    toTokenActivities(indexed(1n, market, { activities })).map((row) => [row.from_address, row.to_address])
  const named = { standard: 'v2' as const, tokenDataId: TOKEN, tokenName: null, propertyVersion: null }
  const listed = (index: number, seller: Address) => ({
    ...eventBase(1n, index, 5n),
    token: named,
    listingId: LISTING,
    seller,
  })
  const split = { commissionOctas: null, royaltyOctas: null }
  const filled = { ...listed(4, ANNA), ...split, kind: 'listing-filled' as const, buyer: BEN }
  const bought = moved(3, LISTING, BEN)
  expect(sentBeside([filled], [bought, moved(5, BEN, CREATOR)])).toEqual([[BEN, CREATOR]])
  expect(sentBeside([filled], [moved(5, LISTING, BEN)])).toEqual([])
  const cancelled = { ...listed(4, ANNA), kind: 'listing-cancelled' as const }
  expect(sentBeside([cancelled], [moved(3, LISTING, ANNA), moved(5, ANNA, BEN)])).toEqual([[ANNA, BEN]])
  const placed = { ...listed(6, BEN), kind: 'listing-placed' as const }
  expect(sentBeside([filled, placed], [bought, moved(5, BEN, LISTING)])).toEqual([])
  expect(sentBeside([filled, { ...placed, ...eventBase(1n, 5, 5n) }], [bought, moved(6, BEN, LISTING)])).toEqual([])
  const offered = {
    ...eventBase(1n, 6, 5n),
    kind: 'token-offer-placed' as const,
    token: named,
    offerId: '7',
    buyer: ANNA,
    expiresAtSeconds: null,
  }
  expect(sentBeside([offered], [moved(5, ANNA, BEN)])).toEqual([[ANNA, BEN]])
})
