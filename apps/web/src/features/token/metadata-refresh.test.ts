import { expect, test } from 'vitest'
import { metadataLabel } from './metadata-refresh.tsx'

const fetched = { ahead: 0, fetchedAtMicros: '1790000000000000', error: null }

// @feature token.refresh
test('describes fetched, queued and failed metadata', () => {
  expect(metadataLabel({ ...fetched, status: 'ready' })).toBe('Fetched')
  expect(metadataLabel({ ...fetched, status: 'pending' })).toBe('Next in line')
  expect(metadataLabel({ ...fetched, status: 'pending', ahead: 1_234 })).toBe('Queued behind 1,234')
  expect(metadataLabel({ ...fetched, status: 'failed' })).toBe('Unavailable, last fetched')
  expect(metadataLabel({ ...fetched, status: 'failed', fetchedAtMicros: null })).toBe('Couldn’t refresh')
})
