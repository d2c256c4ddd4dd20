import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseCollectionSlug, toCollectionSlug } from './collection-slug.ts'

const id = `0x3f2a9c01${'0'.repeat(56)}`

describe('collection slugs', () => {
  it('read like the name', () => {
    expect(toCollectionSlug('Aptos Monkeys!', id)).toBe('aptos-monkeys-3f2a9c01')
    expect(toCollectionSlug('Café  Déjà', id)).toBe('cafe-deja-3f2a9c01')
    expect(toCollectionSlug('猿', id)).toBe('3f2a9c01')
  })

  it('lead back to the id for any name', () => {
    fc.assert(
      fc.property(fc.string(), (name) => {
        expect(parseCollectionSlug(toCollectionSlug(name, id))).toBe('0x3f2a9c01')
      }),
    )
  })

  it('returns null for text that is no slug of ours', () => {
    expect(parseCollectionSlug('aptos-monkeys')).toBeNull()
    expect(parseCollectionSlug('../3f2a9c01')).toBeNull()
  })
})
