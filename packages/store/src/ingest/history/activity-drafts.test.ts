import type { TokenActivity } from '@opal/domain/tokens/token-change'
import { expect, test } from 'vitest'
import { address, eventBase, indexed } from '../testing/market-story.ts'
import { toTokenActivities } from './activity-drafts.ts'

const [ANNA, BEN, TOKEN] = [address('a1'), address('b1'), address('70')]

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
const movesOf = (activities: readonly TokenActivity[]) =>
  toTokenActivities(indexed(1n, [], { activities })).map((row) => [row.kind, row.from_address, row.to_address])

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
  expect(movesOf([minted, { ...arrived, toAddress: ANNA }])).toEqual([['mint', null, null]])
  const sale = { ...eventBase(1n, 4, 5n), kind: 'listing-filled' as const, listingId: '7', seller: ANNA, buyer: BEN }
  const named = { standard: 'v1' as const, tokenDataId: TOKEN, tokenName: null, propertyVersion: 0n }
  const filled = { ...sale, token: named, commissionOctas: null, royaltyOctas: null }
  expect(toTokenActivities(indexed(1n, [filled], { activities: [left, arrived] }))).toEqual([])
})

test('a claimed v1 token is recorded once', () => {
  const claim = activity(3, '0x3::token_transfers::TokenClaimEvent', { fromAddress: ANNA, toAddress: BEN })
  expect(movesOf([{ ...arrived }, claim])).toEqual([['transfer', ANNA, BEN]])
})
