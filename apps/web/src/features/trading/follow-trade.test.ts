import { describe, expect, it } from 'vitest'
import type { TransactionOutcome } from '../../lib/chain-node.ts'
import { type FollowTradeOptions, followTrade } from './follow-trade.ts'
import type { Trade } from './pending-trades.ts'

const submitted: Trade = {
  hash: '0xabc',
  kind: 'buy',
  tokenDataId: '0x1',
  tokenName: 'Stone #1',
  tokenImage: null,
  priceOctas: '100',
  submittedAtMs: 0,
  state: 'submitted',
  version: null,
  sentence: null,
}
const success: TransactionOutcome = {
  state: 'committed',
  success: true,
  version: 70n,
  vmStatus: 'Executed successfully',
  gasOctas: 1n,
}

/** Follows a trade while node and index answer from a script; their last answers stay. */
async function follow(outcomes: (TransactionOutcome | Error)[], index: (bigint | null)[], trade = submitted) {
  const changes: Partial<Trade>[] = []
  let clock = 0
  const take = <T>(list: T[]) => (list.length > 1 ? list.shift() : list[0]) as T
  const options: FollowTradeOptions = {
    node: {
      async transaction() {
        const outcome = take(outcomes)
        if (outcome instanceof Error) throw outcome
        return outcome
      },
    },
    indexVersion: async () => take(index),
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
  it('confirms only when the index has read the transaction', async () => {
    const { end, changes } = await follow([{ state: 'pending' }, success], [null, 69n, 70n])
    expect(end).toBe('confirmed')
    expect(changes).toEqual([{ state: 'indexing', version: '70' }, { state: 'confirmed' }])
  })

  it('says why the chain refused it', async () => {
    const { end, changes } = await follow([{ ...success, success: false, vmStatus: 'ABORT 6' }], [null])
    expect(end).toBe('failed')
    expect(changes).toEqual([{ state: 'failed', version: '70', sentence: 'because ABORT 6' }])
  })

  it('gives up on a hash the node does not know, but only after a long wait', async () => {
    const { end, changes } = await follow([{ state: 'unknown' }], [null])
    expect(end).toBe('lost')
    expect(changes).toEqual([{ state: 'lost' }])
  })

  it('does not take an unreachable node for a lost transaction', async () => {
    const outages = Array.from({ length: 400 }, () => new TypeError('fetch failed'))
    const { end } = await follow([...outages, success], [70n])
    expect(end).toBe('confirmed')
  })

  it('goes on from where a reload left it', async () => {
    const { end, changes } = await follow([new Error('not asked')], [80n], {
      ...submitted,
      state: 'indexing',
      version: '70',
    })
    expect(end).toBe('confirmed')
    expect(changes).toEqual([{ state: 'confirmed' }])
  })
})
