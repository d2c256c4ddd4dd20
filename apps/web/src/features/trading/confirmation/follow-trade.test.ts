// @vitest-environment happy-dom
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { OwnTransaction, TransactionOutcome } from '../../../entities/wallet/chain-node.ts'
import { SIGN_WITHIN_SECONDS } from '../../../entities/wallet/sign-within.ts'
import { followTrade } from './follow-trade.ts'
import type { Trade } from './pending-trades.ts'
import { follow, SUBMITTED, SUCCESS } from './testing/follow-script.ts'

describe('followTrade', () => {
  it('confirms a trade only after the indexer has processed it', async () => {
    const { end, changes } = await follow([{ state: 'pending' }, SUCCESS], [null, 69n, 70n])
    expect(end).toBe('confirmed')
    expect(changes).toEqual([{ state: 'indexing', version: '70', sentence: null }, { state: 'confirmed' }])
  })

  it('returns the reason when the chain aborts', async () => {
    const { end, changes } = await follow([{ ...SUCCESS, success: false, vmStatus: 'ABORT 6' }], [null])
    expect(end).toBe('failed')
    expect(changes).toEqual([{ state: 'failed', version: '70', sentence: 'because ABORT 6', vmStatus: 'ABORT 6' }])
  })

  it('gives up on an unknown hash, but not as long as the chain would still accept it', async () => {
    const { end, changes } = await follow([{ state: 'unknown' }], [null])
    expect(end).toBe('lost')
    expect(changes).toEqual([{ state: 'lost' }])
    // A question every 600 ms.
    const unknown = Array<TransactionOutcome>((SIGN_WITHIN_SECONDS * 1_000) / 600).fill({ state: 'unknown' })
    const late = await follow([...unknown, SUCCESS], [70n])
    expect(late.end).toBe('confirmed')
    expect(late.changes).not.toContainEqual({ state: 'lost' })
  })

  // @feature trade.unanswered
  it.each([
    ['another account', `0x${'8'.repeat(64)}`, true],
    ['another account that failed', `0x${'8'.repeat(64)}`, false],
    ['the chain itself', null, true],
  ])('learns nothing from a transaction of %s', async (_, sender, isSuccess) => {
    const foreign: TransactionOutcome = { ...SUCCESS, success: isSuccess, sender }
    const { end, changes } = await follow([foreign], [70n])
    expect(end).toBe('lost')
    // That nothing was moved would be a guess.
    expect(changes).toEqual([{ state: 'lost', sentence: expect.stringContaining('Check your wallet’s activity') }])
    const ours: OwnTransaction = { hash: '0xfeed', call: SUBMITTED.call }
    const found = await follow((hash) => (hash === ours.hash ? SUCCESS : foreign), [70n], { sent: [ours] })
    expect(found.end).toBe('confirmed')
    expect(found.changes[0]).toEqual({ hash: '0xfeed', state: 'submitted', sentence: null })
  })

  // @feature trade.unanswered
  describe('when the wallet has sent another transaction than the one it returned', () => {
    const replacing: OwnTransaction = { hash: '0xfeed', call: SUBMITTED.call }
    const outcomeOf = (hash: string): TransactionOutcome =>
      hash === replacing.hash ? SUCCESS : { state: 'unknown' as const }

    it.each(['submitted', 'lost'] as const)('finds it by its sequence number: %s', async (state) => {
      const { end, changes } = await follow(outcomeOf, [70n], { trade: { ...SUBMITTED, state }, sent: [replacing] })
      expect(end).toBe('confirmed')
      expect(changes).toEqual([
        { hash: '0xfeed', state: 'submitted', sentence: null },
        { state: 'indexing', version: '70', sentence: null },
        { state: 'confirmed' },
      ])
    })

    const rival: Trade = { ...SUBMITTED, id: 't2', hash: replacing.hash }
    it.each<[string, OwnTransaction | Error | null, Trade, readonly Trade[]]>([
      ['another call', { ...replacing, call: '0x1::coin::transfer' }, SUBMITTED, []],
      ['another trade of the same kind', replacing, SUBMITTED, [rival]],
      ['a number that was not read', replacing, { ...SUBMITTED, sequenceNumber: null }, []],
      ['an unreachable node', new TypeError('offline'), SUBMITTED, []],
      ['the transaction itself, which another node does not know yet', { ...replacing, hash: '0xabc' }, SUBMITTED, []],
      ['none', null, SUBMITTED, []],
    ])('claims nothing by %s', async (_, sent, trade, others) => {
      const { end, changes } = await follow(outcomeOf, [70n], { trade, sent: [sent], others })
      expect(end).toBe('lost')
      expect(changes).toEqual([{ state: 'lost' }])
    })
  })

  it('does not treat an unreachable node as a lost transaction', async () => {
    const outages = Array.from({ length: 400 }, () => new TypeError('fetch failed'))
    const { end } = await follow([...outages, SUCCESS], [70n])
    expect(end).toBe('confirmed')
  })

  // @feature trade.unanswered
  it('gives up nothing that a node does not know which is itself behind the expiration, for ten minutes', async () => {
    const closed: Trade = { ...SUBMITTED, hash: null, state: 'unanswered' }
    const acceptedMs = SIGN_WITHIN_SECONDS * 1_000
    const lags = fc.integer({ min: 0, max: 12 * 60_000 })
    await fc.assert(
      fc.asyncProperty(lags, fc.integer({ min: 0, max: acceptedMs }), fc.boolean(), async (lagMs, atMs, isClosed) => {
        let clock = 0
        const isKnown = () => clock - lagMs >= atMs
        const ours: OwnTransaction = { hash: '0xabc', call: SUBMITTED.call }
        const changes: Partial<Trade>[] = []
        const end = await followTrade(isClosed ? closed : SUBMITTED, {
          node: {
            transaction: async () => (isKnown() ? SUCCESS : { state: 'unknown' }),
            transactionAt: async () => (isKnown() ? ours : null),
            ledgerTimeMs: async () => clock - lagMs,
          },
          indexVersion: async () => 70n,
          all: () => [],
          explain: String,
          update: (change) => changes.push(change),
          now: () => clock,
          wait: async (ms) => {
            clock += ms
          },
          signal: new AbortController().signal,
        })
        // Longer than that no node keeps a transaction.
        if (lagMs + atMs > acceptedMs + 10 * 60_000) return
        expect([end, changes.some(({ state }) => state === 'lost')]).toEqual(['confirmed', false])
      }),
    )
  })

  it('gives up an unknown transaction in the end where the node says nothing newer', async () => {
    const { end, changes } = await follow([{ state: 'unknown' }], [null], { lagMs: 60 * 60_000 })
    expect([end, changes]).toEqual(['lost', [{ state: 'lost' }]])
  })

  it('resumes after a reload', async () => {
    const { end, changes } = await follow([new Error('not asked')], [80n], {
      trade: { ...SUBMITTED, state: 'indexing', version: '70' },
    })
    expect(end).toBe('confirmed')
    expect(changes).toEqual([{ state: 'confirmed' }])
  })
})
