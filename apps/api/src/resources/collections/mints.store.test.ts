import { endpointUrl } from '@opal/contract/client'
import { listMintingCollections } from '@opal/contract/collections/mints'
import { expect, test } from 'vitest'
import { createTestApi } from '../../testing/test-api.ts'

// @feature launchpad.minting
test('pages that all ask again after a mint share one answer, which reads thousands of mints', async () => {
  await using api = await createTestApi({}, { API_HOT_MS: '60000' })
  await api.store.pool.query('update market.collection_stats set has_several_minters = last_mint_micros is not null')
  const ask = () => api.server.inject({ url: endpointUrl('', listMintingCollections, { query: { take: 20 } }) })
  const first = await ask()
  expect(first.statusCode).toBe(200)
  expect(first.json().data).not.toEqual([])
  await api.store.pool.query('delete from market.activities')
  expect((await ask()).body).toBe(first.body)
})
