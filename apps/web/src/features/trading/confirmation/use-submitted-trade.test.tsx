import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { addTrade, dismissTrade, type Trade, trades, updateTrade } from './pending-trades.ts'
import { useSubmittedTrade } from './use-submitted-trade.ts'

// @vitest-environment happy-dom
const HASH = `0x${'f'.repeat(64)}`

function submitted(id: string): Trade {
  return {
    id,
    hash: HASH,
    walletAddress: `0x${'a'.repeat(64)}`,
    kind: 'buy',
    call: '',
    sequenceNumber: '4',
    doing: 'Buying',
    success: 'Bought',
    failure: 'Failed',
    image: null,
    tokenDataIds: [],
    submittedAtMs: 0,
    state: 'submitted',
    version: null,
    sentence: null,
  }
}

afterEach(() => {
  cleanup()
  trades.set([])
  localStorage.clear()
})

it('returns null before a trade is submitted, and its state from then on', () => {
  const { result, rerender } = renderHook(({ id }) => useSubmittedTrade(id), {
    initialProps: { id: null as string | null },
  })
  expect(result.current).toBeNull()
  act(() => addTrade(submitted('a')))
  rerender({ id: 'a' })
  expect(result.current).toMatchObject({ state: 'submitted', hash: HASH })
  act(() => updateTrade('a', { state: 'indexing' }))
  expect(result.current?.state).toBe('indexing')
})

// @feature trade.closes
it.each(['confirmed', 'failed', 'lost'] as const)('keeps that a trade was %s after it has left the tray', (state) => {
  addTrade(submitted('a'))
  const { result } = renderHook(() => useSubmittedTrade('a'))
  act(() => updateTrade('a', { state, sentence: 'why' }))
  act(() => dismissTrade('a'))
  expect(trades.get()).toEqual([])
  expect(result.current).toMatchObject({ state, sentence: 'why', hash: HASH })
})

it('says nothing of one trade by the end of another', () => {
  addTrade(submitted('a'))
  const { result, rerender } = renderHook(({ id }) => useSubmittedTrade(id), { initialProps: { id: 'a' } })
  act(() => updateTrade('a', { state: 'failed' }))
  act(() => dismissTrade('a'))
  act(() => addTrade(submitted('b')))
  rerender({ id: 'b' })
  expect(result.current?.state).toBe('submitted')
})
