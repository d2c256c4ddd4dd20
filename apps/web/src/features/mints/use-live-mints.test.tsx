import type { Activity } from '@opal/contract/activities'
import { useInfiniteQuery } from '@tanstack/react-query'
import { cleanup } from '@testing-library/react'
import { afterEach, it, vi } from 'vitest'
import { expectPacedRefetches } from '../../testing/expect-paced-refetches.ts'
import { MINTS_KEY, type MintsPage } from './mints-query.ts'
import { useLiveMints } from './use-live-mints.ts'

// @vitest-environment happy-dom
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

function Shown({ onFetch }: { readonly onFetch: () => MintsPage }) {
  useInfiniteQuery({ queryKey: MINTS_KEY, queryFn: onFetch, initialPageParam: null, getNextPageParam: () => null })
  useLiveMints()
  return null
}

it('are refetched soon after a mint of another collection, and every few seconds while those come without end', () =>
  expectPacedRefetches<MintsPage>(
    { data: [], nextCursor: null },
    (onFetch) => <Shown onFetch={onFetch} />,
    (id) => ({
      kind: 'activity',
      id,
      collectionId: '0x1',
      version: id,
      at: '1',
      activity: { kind: 'mint', collectionId: '0x1', tokenDataId: '0x2' } as Activity,
    }),
  ))
