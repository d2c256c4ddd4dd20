import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ListedRow } from '@opal/store/queries/traits/trait-rows'
import { expect, it } from 'vitest'
import { createListedCache, type ReadListed } from './listed-cache.ts'
import { buildTraitColumns } from './trait-columns.ts'

const [MOTHS, MOTH] = ['0xc', '0x7']
const table = buildTraitColumns([
  { tokenDataId: MOTH, name: 'Moth #7', attributes: null, properties: null, rank: null },
])
const sold: readonly ListedRow[] = []
const listed: readonly ListedRow[] = [{ tokenDataId: MOTH, marketplace: 'opal', priceOctas: 9n, placedAtMicros: 1n }]

/** A cache that has read one listing; what it reads next is answered by the test. */
async function openCache() {
  const asked: PromiseWithResolvers<readonly ListedRow[]>[] = []
  const read: ReadListed = (_, ids) => {
    if (ids === undefined) return Promise.resolve(listed)
    const answer = Promise.withResolvers<readonly ListedRow[]>()
    asked.push(answer)
    return answer.promise
  }
  const cache = createListedCache(read, true, () => 0)
  const prices = async () => [...(await cache.of(MOTHS, table)).prices.values()]
  expect(await prices()).toEqual([9n])
  cache.invalidate([{ collectionId: MOTHS, tokenDataId: MOTH }])
  /** The read that is under way; there is one as soon as somebody has asked. */
  const nextRead = async () => {
    while (asked.length === 0) await nextTurn()
    return asked.shift()
  }
  return { prices, nextRead }
}

it('has everybody wait who asks while a token that was told of is read again', async () => {
  const { prices, nextRead } = await openCache()
  const first = prices()
  const read = await nextRead()
  const second = prices()
  read?.resolve(sold)
  expect(await Promise.all([first, second])).toEqual([[], []])
})

it('reads again the next time what could not be read', async () => {
  const { prices, nextRead } = await openCache()
  const failed = prices()
  const broken = await nextRead()
  broken?.reject(new Error('no store'))
  await expect(failed).rejects.toThrow('no store')
  const again = prices()
  const read = await nextRead()
  read?.resolve(sold)
  expect(await again).toEqual([])
})
