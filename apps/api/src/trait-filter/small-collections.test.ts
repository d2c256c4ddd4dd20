import { collectGarbage } from '@opal/domain/testing/collect-garbage'
import { expect, it } from 'vitest'
import { TraitColumnsBuilder } from './trait-columns.ts'

const COLLECTIONS = 2_000

async function bytesInUse(): Promise<number> {
  await collectGarbage()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}

// Anyone can ask for the traits of one such collection after the other: there are hundreds of thousands.
it.each([0, 1, 12, 200])(
  'columns of a collection of one token take no more memory than they count: %i traits',
  async (traits) => {
    const before = await bytesInUse()
    let counted = 0
    const kept = Array.from({ length: COLLECTIONS }, (_, at) => {
      const builder = new TraitColumnsBuilder()
      const attributes = Array.from({ length: traits }, (_, kind) => ({
        trait_type: `Kind ${at} ${kind}`,
        value: `${at}/${kind}`,
      }))
      builder.add({
        tokenDataId: `0x${String(at).padStart(64, '0')}`,
        name: `Stone #${at}`,
        rank: 1,
        attributes,
        properties: null,
      })
      counted += builder.bytes
      return builder.finish()
    })
    const used = (await bytesInUse()) - before
    expect(kept).toHaveLength(COLLECTIONS)
    expect(used).toBeLessThanOrEqual(counted)
    // Nor do they count as very much more, or few would find a place.
    expect(counted).toBeLessThan(4 * used)
  },
)
