import { expect, test } from 'vitest'
import { metadataWords } from './metadata-refresh.tsx'

const fetched = { ahead: 0, fetchedAtMicros: '1790000000000000', error: null }

// @feature token.refresh
test('metadata is fetched, waits behind others, or could not be had', () => {
  expect(metadataWords({ ...fetched, status: 'ready' })).toBe('Fetched')
  expect(metadataWords({ ...fetched, status: 'pending' })).toBe('Next to be fetched')
  expect(metadataWords({ ...fetched, status: 'pending', ahead: 1_234 })).toBe('Waits behind 1,234')
  expect(metadataWords({ ...fetched, status: 'failed' })).toBe('Not to be had, as of')
  expect(metadataWords({ ...fetched, status: 'failed', fetchedAtMicros: null })).toBe('Could not be fetched')
})
