// @vitest-environment happy-dom
import type { Activity } from '@opal/contract/activities'
import type { LiveMessage } from '@opal/contract/live'
import { ACTIVITY_KINDS } from '@opal/domain/live/activity-kinds'
import { act, cleanup, render } from '@testing-library/react'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type WalletActions, walletActions } from '../../entities/wallet/wallet-session.ts'
import { deliverLive, liveTopics } from '../../shared/realtime/live-bus.ts'
import { useLiveBalance } from './use-live-balance.ts'

const [ME, OTHER, THIRD] = ['a', 'b', 'c'].map((digit) => `0x${digit.repeat(64)}`) as [string, string, string]
const read = vi.fn<WalletActions['refreshBalance']>()

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  read.mockReset().mockResolvedValue(true)
  walletActions.set({ refreshBalance: read } as Partial<WalletActions> as WalletActions)
})
afterEach(() => {
  cleanup()
  walletActions.set(null)
  vi.useRealTimers()
})

function Following({ wallet }: { wallet: string | null }) {
  useLiveBalance(wallet)
  return null
}

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const deliver = (message: LiveMessage) => act(() => deliverLive(message))
const base = { id: '1', collectionId: `0x${'5'.repeat(64)}`, version: '1', at: '1' }

function activityOf(kind: Activity['kind'], from: string | null, to: string | null): LiveMessage {
  return { kind: 'activity', ...base, activity: { kind, from, to } as Activity }
}

const poolOf = (wallet: string): LiveMessage => ({ kind: 'pool_change', ...base, collectionId: null, wallet })

// @feature wallet.balance
it.each([
  ['a listing is bought', activityOf('sale', ME, OTHER)],
  ['another wallet of the same user buys a listing', activityOf('sale', ME, THIRD)],
  ['a bid is accepted', activityOf('accept-token-bid', OTHER, ME)],
  ['a bid on a collection, of a pool or not, is accepted', activityOf('accept-collection-bid', OTHER, ME)],
  ['a bid on a set or a trait is accepted', activityOf('accept-set-bid', OTHER, ME)],
  ['an item is sold into a bid elsewhere', activityOf('accept-collection-bid', ME, OTHER)],
  ['a bid is canceled or cleaned up', activityOf('cancel-token-bid', ME, null)],
  ['a bid on a collection is canceled or cleaned up', activityOf('cancel-collection-bid', ME, null)],
  ['a bid on a set is canceled or cleaned up', activityOf('cancel-set-bid', ME, null)],
  ['a bid is made on another device', activityOf('token-bid', ME, null)],
  ['the pool has changed', poolOf(ME)],
])('reads the balance within a second when %s', async (_, message) => {
  render(<Following wallet={ME} />)
  deliver(message)
  await pass(1_000)
  expect(read).toHaveBeenCalledTimes(1)
})

// @feature wallet.balance
it('reads it for any activity of the wallet and any of its pool, for no other, at most every three seconds, and after the last', async () => {
  const address = fc.constantFrom(ME, OTHER, THIRD, null)
  const message = fc.oneof(
    fc.tuple(fc.constantFrom(...ACTIVITY_KINDS), address, address).map((parts) => activityOf(...parts)),
    fc.constantFrom(ME, OTHER).map(poolOf),
    fc.constant<LiveMessage>({ kind: 'bid_change', ...base, old: '1', new: '2' }),
  )
  const isOwn = (one: LiveMessage) =>
    one.kind === 'pool_change'
      ? one.wallet === ME
      : one.kind === 'activity' && (one.activity.from === ME || one.activity.to === ME)
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(message, fc.nat(1_500)), { maxLength: 60 }), async (messages) => {
      cleanup()
      const readAt: number[] = []
      read.mockReset().mockImplementation(async () => readAt.push(performance.now()) > 0)
      render(<Following wallet={ME} />)
      let ownAt: number | null = null
      for (const [one, pauseMs] of messages) {
        deliver(one)
        if (isOwn(one)) ownAt = performance.now()
        await pass(pauseMs)
      }
      await pass(3_200)
      if (ownAt === null) {
        expect(readAt).toEqual([])
        return
      }
      const last = readAt.at(-1) ?? Number.NEGATIVE_INFINITY
      expect(last).toBeGreaterThan(ownAt)
      expect(last - ownAt).toBeLessThanOrEqual(3_200)
      for (const [at, ms] of readAt.entries()) expect(ms - (readAt[at - 1] ?? -3_000)).toBeGreaterThanOrEqual(3_000)
    }),
    { numRuns: 30 },
  )
})

// @feature wallet.balance
it('reads it again where the node does not answer', async () => {
  read.mockResolvedValueOnce(false)
  render(<Following wallet={ME} />)
  deliver(activityOf('sale', ME, OTHER))
  await pass(200)
  expect(read).toHaveBeenCalledTimes(1)
  await pass(10_000)
  expect(read).toHaveBeenCalledTimes(2)
})

it('follows the account that is connected, and joins no room without one', async () => {
  const { rerender } = render(<Following wallet={null} />)
  expect(liveTopics.get()).toEqual([])
  rerender(<Following wallet={OTHER} />)
  expect(liveTopics.get()).toEqual([{ room: 'activity_room' }, { room: 'bid_room' }])
  deliver(activityOf('sale', ME, THIRD))
  await pass(5_000)
  expect(read).not.toHaveBeenCalled()
  rerender(<Following wallet={ME} />)
  deliver(activityOf('sale', ME, THIRD))
  await pass(5_000)
  expect(read).toHaveBeenCalledTimes(1)
  rerender(<Following wallet={null} />)
  expect(liveTopics.get()).toEqual([])
})
