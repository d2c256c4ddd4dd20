import type { Activity } from '@opal/contract/activities'
import type { MintingCollection } from '@opal/contract/collections/mints'
import { describe, expect, it } from 'vitest'
import { addMint } from './use-live-mints.ts'

function row(id: string, minted: string, maxSupply: string | null): MintingCollection {
  const collection = { collectionId: id, version: '10' } as MintingCollection['collection']
  return {
    collection,
    minted,
    maxSupply,
    mintedToday: '0',
    minters: '1',
    mintPrice: null,
    firstMintMicros: '1',
    lastMintMicros: '5',
    isMinting: true,
  }
}
const list = {
  pages: [
    { data: [row('a', '1', null)], nextCursor: 'x' },
    { data: [row('b', '8', '10')], nextCursor: null },
  ],
  pageParams: [null, 'x'],
}
const mint = (collectionId: string, version: string, amount: string | null = '1') =>
  ({ collectionId, version, amount, atMicros: '9' }) as Activity

// @feature launchpad.minting
describe('addMint', () => {
  it('counts a mint and moves its collection to the top', () => {
    const { pages } = addMint(list, mint('b', '11'))
    expect(pages[0]?.data.map(({ collection, minted }) => [collection.collectionId, minted])).toEqual([
      ['b', '9'],
      ['a', '1'],
    ])
    expect(pages[1]?.data).toEqual([])
    expect(pages[0]?.data[0]).toMatchObject({ mintedToday: '1', lastMintMicros: '9', isMinting: true })
  })

  it('marks a collection as sold out at its maximum supply', () => {
    expect(addMint(list, mint('b', '11', '2')).pages[0]?.data[0]).toMatchObject({ minted: '10', isMinting: false })
  })

  it('ignores unknown collections and mints that are already counted', () => {
    expect(addMint(list, mint('c', '11'))).toBe(list)
    expect(addMint(list, mint('b', '10'))).toBe(list)
  })
})
