// @vitest-environment happy-dom
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { OwnTransaction, TransactionOutcome } from '../../../entities/wallet/chain-node.ts'
import { SIGN_WITHIN_SECONDS } from '../../../entities/wallet/sign-within.ts'
import { type FollowTradeOptions, followTrade } from './follow-trade.ts'
import type { Trade } from './pending-trades.ts'

const submitted: Trade = {
  id: 't1',
  hash: '0xabc',
  walletAddress: `0x${'7'.repeat(64)}`,
  kind: 'buy',
  call: '0x1::market::buy',
  sequenceNumber: '4',
  doing: 'Buying Stone #1',
  success: 'Buying successful',
  failure: 'Request Rejected',
  image: null,
  tokenDataIds: [],
  submittedAtMs: 0,
  state: 'submitted',
  version: null,
  sentence: null,
}
const success: TransactionOutcome = {
  state: 'committed',
  success: true,
  sender: submitted.walletAddress,
  version: 70n,
  vmStatus: 'Executed successfully',
  gasOctas: 1n,
}

/**
 * Follows a trade while node and index answer from a script; their last answers stay. `later`: what the account has sent after the trade's number,
 * `lagMs`: how far the node's newest block is behind.
 */
async function follow(
  outcomes: (TransactionOutcome | Error)[] | ((hash: string) => TransactionOutcome),
  index: (bigint | null)[],
  trade = submitted,
  sent: (OwnTransaction | Error | null)[] = [null],
  others: readonly Trade[] = [],
  later: readonly (OwnTransaction | Error)[] = [],
  lagMs = 0,
) {
  const changes: Partial<Trade>[] = []
  let clock = 0
  const take = <T>(list: T[]) => (list.length > 1 ? list.shift() : list[0]) as T
  const options: FollowTradeOptions = {
    node: {
      async transaction(hash) {
        const outcome = typeof outcomes === 'function' ? outcomes(hash) : take(outcomes)
        if (outcome instanceof Error) throw outcome
        return outcome
      },
      async transactionAt(_, number) {
        const after = Number(number - BigInt(trade.sequenceNumber ?? number))
        const found = after === 0 ? take(sent) : (later[after - 1] ?? null)
        if (found instanceof Error) throw found
        return found
      },
      ledgerTimeMs: async () => clock - lagMs,
    },
    indexVersion: async () => take(index),
    all: () => others,
    explain: (vmStatus) => `because ${vmStatus}`,
    update: (change) => changes.push(change),
    now: () => clock,
    wait: async (ms) => {
      clock += ms
    },
    signal: new AbortController().signal,
  }
  return { end: await followTrade(trade, options), changes }
}

describe('followTrade', () => {
  it('confirms a trade only after the indexer has processed it', async () => {
    const { end, changes } = await follow([{ state: 'pending' }, success], [null, 69n, 70n])
    expect(end).toBe('confirmed')
    expect(changes).toEqual([{ state: 'indexing', version: '70', sentence: null }, { state: 'confirmed' }])
  })

  it('returns the reason when the chain aborts', async () => {
    const { end, changes } = await follow([{ ...success, success: false, vmStatus: 'ABORT 6' }], [null])
    expect(end).toBe('failed')
    expect(changes).toEqual([{ state: 'failed', version: '70', sentence: 'because ABORT 6', vmStatus: 'ABORT 6' }])
  })

  it('gives up on an unknown hash, but not as long as the chain would still accept it', async () => {
    const { end, changes } = await follow([{ state: 'unknown' }], [null])
    expect(end).toBe('lost')
    expect(changes).toEqual([{ state: 'lost' }])
    // A question every 600 ms.
    const unknown = Array<TransactionOutcome>((SIGN_WITHIN_SECONDS * 1_000) / 600).fill({ state: 'unknown' })
    const late = await follow([...unknown, success], [70n])
    expect(late.end).toBe('confirmed')
    expect(late.changes).not.toContainEqual({ state: 'lost' })
  })

  // @feature trade.unanswered
  it.each([
    ['another account', `0x${'8'.repeat(64)}`, true],
    ['another account that failed', `0x${'8'.repeat(64)}`, false],
    ['the chain itself', null, true],
  ])('learns nothing from a transaction of %s', async (_, sender, isSuccess) => {
    const foreign: TransactionOutcome = { ...success, success: isSuccess, sender }
    const { end, changes } = await follow([foreign], [70n])
    expect(end).toBe('lost')
    // That nothing was moved would be a guess.
    expect(changes).toEqual([{ state: 'lost', sentence: expect.stringContaining('Check your wallet’s activity') }])
    const ours: OwnTransaction = { hash: '0xfeed', call: submitted.call }
    const found = await follow((hash) => (hash === ours.hash ? success : foreign), [70n], submitted, [ours])
    expect(found.end).toBe('confirmed')
    expect(found.changes[0]).toEqual({ hash: '0xfeed', state: 'submitted', sentence: null })
  })

  // @feature trade.unanswered
  describe('when the wallet has sent another transaction than the one it returned', () => {
    const replacing: OwnTransaction = { hash: '0xfeed', call: submitted.call }
    const outcomeOf = (hash: string): TransactionOutcome =>
      hash === replacing.hash ? success : { state: 'unknown' as const }

    it.each(['submitted', 'lost'] as const)('finds it by its sequence number: %s', async (state) => {
      const { end, changes } = await follow(outcomeOf, [70n], { ...submitted, state }, [replacing])
      expect(end).toBe('confirmed')
      expect(changes).toEqual([
        { hash: '0xfeed', state: 'submitted', sentence: null },
        { state: 'indexing', version: '70', sentence: null },
        { state: 'confirmed' },
      ])
    })

    const rival: Trade = { ...submitted, id: 't2', hash: replacing.hash }
    it.each<[string, OwnTransaction | Error | null, Trade, readonly Trade[]]>([
      ['another call', { ...replacing, call: '0x1::coin::transfer' }, submitted, []],
      ['another trade of the same kind', replacing, submitted, [rival]],
      ['a number that was not read', replacing, { ...submitted, sequenceNumber: null }, []],
      ['an unreachable node', new TypeError('offline'), submitted, []],
      ['the transaction itself, which another node does not know yet', { ...replacing, hash: '0xabc' }, submitted, []],
      ['none', null, submitted, []],
    ])('claims nothing by %s', async (_, sent, trade, others) => {
      const { end, changes } = await follow(outcomeOf, [70n], trade, [sent], others)
      expect(end).toBe('lost')
      expect(changes).toEqual([{ state: 'lost' }])
    })
  })

  it('does not treat an unreachable node as a lost transaction', async () => {
    const outages = Array.from({ length: 400 }, () => new TypeError('fetch failed'))
    const { end } = await follow([...outages, success], [70n])
    expect(end).toBe('confirmed')
  })

  // @feature trade.unanswered
  it('gives up nothing that a node does not know which is itself behind the expiration, for ten minutes', async () => {
    const closed: Trade = { ...submitted, hash: null, state: 'unanswered' }
    const acceptedMs = SIGN_WITHIN_SECONDS * 1_000
    const lags = fc.integer({ min: 0, max: 12 * 60_000 })
    await fc.assert(
      fc.asyncProperty(lags, fc.integer({ min: 0, max: acceptedMs }), fc.boolean(), async (lagMs, atMs, isClosed) => {
        let clock = 0
        const isKnown = () => clock - lagMs >= atMs
        const ours: OwnTransaction = { hash: '0xabc', call: submitted.call }
        const changes: Partial<Trade>[] = []
        const end = await followTrade(isClosed ? closed : submitted, {
          node: {
            transaction: async () => (isKnown() ? success : { state: 'unknown' }),
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
    const { end, changes } = await follow([{ state: 'unknown' }], [null], submitted, [null], [], [], 60 * 60_000)
    expect([end, changes]).toEqual(['lost', [{ state: 'lost' }]])
  })

  it('resumes after a reload', async () => {
    const { end, changes } = await follow([new Error('not asked')], [80n], {
      ...submitted,
      state: 'indexing',
      version: '70',
    })
    expect(end).toBe('confirmed')
    expect(changes).toEqual([{ state: 'confirmed' }])
  })

  // @feature trade.unanswered
  describe('when the page was closed before the wallet responded', () => {
    const asked: Trade = { ...submitted, hash: null, state: 'unanswered' }
    const ours: OwnTransaction = { hash: '0xfeed', call: asked.call }

    it('finds a submitted transaction by its sequence number, and follows it', async () => {
      const { end, changes } = await follow([success], [70n], asked, [new TypeError('offline'), null, ours])
      expect(end).toBe('confirmed')
      expect(changes[0]).toEqual({ hash: '0xfeed', state: 'submitted', sentence: null })
    })

    it('finds it in whatever way the node spells the address of what was called', async () => {
      await fc.assert(
        fc.asyncProperty(fc.bigInt(1n, 2n ** 256n - 1n), async (address) => {
          const digits = address.toString(16)
          const stored = { ...asked, call: `0x${digits.padStart(64, '0')}::market::buy` }
          const endOf = async (call: string) => (await follow([success], [70n], stored, [{ ...ours, call }])).end
          expect(await endOf(`0x${digits}::market::buy`)).toBe('confirmed')
          expect(await endOf(`0x${digits}::market::buy_many`)).toBe('lost')
        }),
      )
    })

    it('reports that nothing was sent when another transaction has the sequence number', async () => {
      const { end, changes } = await follow([success], [70n], asked, [{ ...ours, call: '0x1::coin::transfer' }])
      expect(end).toBe('lost')
      // The window of the wallet may still be open: approved there, it would be sent with the next number.
      expect(changes[0]?.sentence).toMatch(/Nothing was moved\. If it’s still asking for this one, decline it\.$/)
    })

    it('claims nothing where the wallet may have sent it after another one, with a later number', async () => {
      const transfer: OwnTransaction = { hash: '0xa', call: '0x1::coin::transfer' }
      const retry: Trade = { ...submitted, id: 't2', hash: '0xb', sequenceNumber: '5' }
      const known: OwnTransaction = { hash: '0xb', call: asked.call }
      const cases = fc.array(fc.constantFrom<OwnTransaction | Error>(transfer, known, ours, new TypeError('offline')), {
        maxLength: 24,
      })
      await fc.assert(
        fc.asyncProperty(cases, async (later) => {
          const { end, changes } = await follow([success], [70n], asked, [transfer], [retry], later)
          const isUnclear = later.length >= 20 || later.some((one) => one === ours || one instanceof Error)
          const words = isUnclear ? 'Check your wallet’s activity' : 'Never sent'
          expect(end).toBe('lost')
          expect(changes).toEqual([{ state: 'lost', sentence: expect.stringContaining(words), sequenceNumber: null }])
        }),
      )
    })

    it('claims nothing where what has the number was executed before the wallet was asked: a node behind the others had not counted it', async () => {
      await fc.assert(
        fc.asyncProperty(fc.integer({ min: -5_000, max: 5_000 }), async (sentMs) => {
          const sent = { ...ours, call: '0x1::coin::transfer', executedAtMs: 10_000 + sentMs }
          const { end, changes } = await follow([success], [70n], { ...asked, submittedAtMs: 10_000 }, [sent])
          const words = sentMs < 0 ? 'Check your wallet’s activity' : 'Never sent'
          expect(end).toBe('lost')
          expect(changes).toEqual([{ state: 'lost', sentence: expect.stringContaining(words), sequenceNumber: null }])
        }),
      )
    })

    it('reports that nothing was sent when the sequence number stays unused after a long timeout', async () => {
      const { end, changes } = await follow([success], [70n], asked, [null])
      expect(end).toBe('lost')
      expect(changes[0]?.sentence).toMatch(
        /^Most likely not sent: .+Otherwise check its activity before you try again\.$/,
      )
    })

    it('finds a transaction that the wallet sends after the timeout', async () => {
      const { end, changes } = await follow([success], [70n], { ...asked, state: 'lost' }, [null, null, ours])
      expect(end).toBe('confirmed')
      expect(changes[0]).toEqual({ hash: '0xfeed', state: 'submitted', sentence: null })
    })

    it('does not mistake another attempt of the same kind for its own', async () => {
      const retry: Trade = { ...submitted, id: 't2', hash: ours.hash }
      const { end, changes } = await follow([success], [70n], { ...asked, state: 'lost' }, [ours], [retry])
      expect(end).toBe('lost')
      expect(changes).toEqual([
        { state: 'lost', sentence: expect.stringContaining('Never sent'), sequenceNumber: null },
      ])
    })

    it('claims nothing where the number that was read was that of a transaction sent earlier', async () => {
      const calls = fc.constantFrom(asked.call, '0x1::market::list')
      await fc.assert(
        fc.asyncProperty(calls, fc.integer({ min: -5_000, max: 5_000 }), async (call, sentMs) => {
          const one: Trade = { ...submitted, id: 't2', call, hash: ours.hash, submittedAtMs: 10_000 + sentMs }
          const late: Trade = { ...asked, submittedAtMs: 10_000 }
          const { end, changes } = await follow([success], [70n], late, [{ ...ours, call }], [one])
          const words = sentMs < 0 ? 'Check your wallet’s activity' : 'Never sent'
          expect(end).toBe('lost')
          expect(changes).toEqual([{ state: 'lost', sentence: expect.stringContaining(words), sequenceNumber: null }])
        }),
      )
    })

    it('reports an unknown result when the sequence number was not read beforehand', async () => {
      const { end, changes } = await follow([success], [70n], { ...asked, sequenceNumber: null }, [null])
      expect(end).toBe('lost')
      expect(changes[0]?.sentence).toContain('Check your wallet’s activity')
    })
  })
})
