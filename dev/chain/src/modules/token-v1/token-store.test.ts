import { parseAddress } from '@opal/domain/address'
import type { JsonObject } from '@opal/domain/json'
import { beforeEach, describe, expect, it } from 'vitest'
import { MemoryChain } from '../../marketplaces/testing/memory-chain.ts'
import type { MemoryContext } from '../../marketplaces/testing/memory-context.ts'
import { optInDirectTransfer } from '../../marketplaces/testing/memory-tokens-v1.ts'
import { MoveAbort, MoveExecutionFailure } from '../move-module.ts'
import { tokenIdJson, tokenIdOf } from './token-data.ts'
import { mergeTokens, NO_PROPERTIES } from './token-store.ts'

const [ARTIST, ANNA, BEN] = [parseAddress('0xa1'), parseAddress('0xa2'), parseAddress('0xb1')]
const TOKEN = { creator: ARTIST, collection: 'Pools', name: 'Deep', propertyVersion: 0n }
let context: MemoryContext

beforeEach(() => {
  const chain = new MemoryChain([])
  chain.mintV1({ numerator: 5n, denominator: 100n }, { token: TOKEN, owner: ANNA, amount: 3n })
  context = chain.peek()
})

const balances = () => [ANNA, BEN].map((owner) => context.tokenBalance(owner, TOKEN))
const types = () => context.events.map(({ type }) => type)

describe('v1 tokens between stores', () => {
  it('are withdrawn and deposited with module events', () => {
    context.depositToken(BEN, context.withdrawToken(ANNA, TOKEN, 2n))
    expect(balances()).toEqual([1n, 2n])
    expect(types()).toEqual(['0x3::token::TokenWithdraw', '0x3::token::TokenDeposit'])
    expect(context.events[0]?.data).toEqual({ account: '0xa2', amount: '2', id: tokenIdJson(TOKEN) })
  })

  it('are removed from the table when the last is withdrawn', () => {
    context.withdrawToken(ANNA, TOKEN, 3n)
    expect(context.changes().map(({ kind }) => kind)).toEqual(['delete-table-item'])
    expect(balances()).toEqual([0n, 0n])
  })

  it('are not withdrawn beyond the balance, nor by an amount of zero', () => {
    const reason = (amount: bigint) => {
      try {
        return context.withdrawToken(ANNA, TOKEN, amount)
      } catch (error) {
        return error instanceof MoveAbort ? error.reason : error
      }
    }
    expect([reason(4n), reason(0n)]).toEqual(['EINSUFFICIENT_BALANCE', 'EWITHDRAW_ZERO'])
  })

  it('are deposited directly only to accounts that opted in', () => {
    const token = context.withdrawToken(ANNA, TOKEN, 1n)
    expect(() => context.directDepositToken(BEN, token)).toThrow(MoveExecutionFailure)
    context.depositToken(BEN, context.withdrawToken(ANNA, TOKEN, 1n))
    expect(() => context.directDepositToken(BEN, token)).toThrow('EUSER_NOT_OPT_IN_DIRECT_TRANSFER(0x50010)')
    optInDirectTransfer(context, BEN)
    context.directDepositToken(BEN, token)
    expect(balances()).toEqual([1n, 2n])
  })

  it('never exceed 64 bits', () => {
    const token = (amount: bigint): JsonObject => ({
      amount: amount.toString(),
      id: tokenIdJson(TOKEN),
      token_properties: NO_PROPERTIES,
    })
    expect(mergeTokens(token(1n), token(2n)).amount).toBe('3')
    expect(() => mergeTokens(token(2n ** 64n - 1n), token(1n))).toThrow('Execution failed in 0x3::token::merge')
  })
})

it('returns the creator’s royalty, and aborts for an unknown token', () => {
  expect(context.tokenRoyalty(TOKEN)).toEqual({ numerator: 5n, denominator: 100n, payee: ARTIST })
  expect(() => context.tokenRoyalty({ ...TOKEN, name: 'Shallow' })).toThrow('ETOKEN_DATA_NOT_PUBLISHED(0x6000a)')
  expect(() => context.tokenRoyalty({ ...TOKEN, creator: BEN })).toThrow('ECOLLECTIONS_NOT_PUBLISHED(0x60001)')
})

it('parses an id from its JSON', () => {
  expect(tokenIdOf(tokenIdJson(TOKEN))).toEqual(TOKEN)
})
