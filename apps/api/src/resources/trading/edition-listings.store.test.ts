import { contractsOf, type DeployedMarketplace } from '@opal/marketplaces/contracts/network-contracts'
import { nativeMarketplace } from '@opal/marketplaces/registry'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { editionMarket, offerOn, STRANGER, TOKEN, VERSIONS, WALLETS } from './testing/edition-market.ts'

const { hold, sell, ask } = editionMarket()

// @feature trade.many
describe('one of several editions of the same seller', () => {
  const [wallet = STRANGER] = WALLETS
  const isOther = ({ adapter, contracts }: DeployedMarketplace) => !adapter.isNative && contracts.status === 'active'
  const other = contractsOf('local').find(isOther)?.adapter.id ?? ''
  const named = (version: bigint, marketplace: string = nativeMarketplace.id) => {
    return { tokenDataId: TOKEN, marketplace, listingId: offerOn(version) }
  }
  const priced = (version: bigint, marketplace?: string) => ({ ...named(version, marketplace), price: '150000000' })

  beforeEach(async () => {
    await hold(VERSIONS.map((version) => ({ holder: wallet, version, amount: 2n })))
    await sell([
      ...[0n, 7n].map((version) => ({ version, seller: wallet })),
      ...[0n, 3n].map((version) => ({ marketplace: other, version, seller: wallet })),
    ])
  })
  afterEach(() => sell([]))

  const outcomes = async (path: string, walletAddress: string, items: readonly object[]) =>
    (await ask(path, { walletAddress, items })).items.map(({ reason, listing }) => [
      reason?.code ?? null,
      `${listing?.marketplace} ${listing?.propertyVersion}`,
    ])

  it.each([
    ['delisted', 'nfts/delist', wallet, named],
    ['repriced', 'nfts/update-price', wallet, priced],
    ['listed or repriced', 'nfts/list-and-update', wallet, priced],
    ['bought', 'nfts/buy', STRANGER, named],
  ] as const)('is %s in one request, and each listing once', async (_what, path, signer, item) => {
    expect(await outcomes(path, signer, [item(0n), item(7n), item(0n)])).toEqual([
      [null, `${nativeMarketplace.id} 0`],
      [null, `${nativeMarketplace.id} 7`],
      ['duplicate', `${nativeMarketplace.id} 0`],
    ])
    // A token alone may be either.
    const { tokenDataId, ...rest } = item(7n)
    const any = { ...rest, tokenDataId, marketplace: undefined, listingId: undefined }
    expect((await outcomes(path, signer, [item(7n), any])).map(([code]) => code)).toEqual([null, 'duplicate'])
  })

  it('is not taken for the listing of another marketplace that has the same id', async () => {
    const two = [priced(0n), priced(0n, other), priced(0n, other)]
    const codes = (await outcomes('nfts/relist', wallet, two)).map(([code]) => code)
    expect(codes.map((code) => code === 'duplicate')).toEqual([false, false, true])
    const bought = [named(0n), named(0n, other), named(3n, other)]
    const places = (await outcomes('nfts/buy', STRANGER, bought)).map(([code, place]) => [code === 'duplicate', place])
    expect(places).toEqual([
      [false, `${nativeMarketplace.id} 0`],
      [false, `${other} 0`],
      [false, `${other} 3`],
    ])
  })

  it('is bought together with that of another marketplace, where only the marketplaces are named', async () => {
    const at = (marketplace: string) => ({ tokenDataId: TOKEN, marketplace })
    const bought = await outcomes('nfts/buy', STRANGER, [at(nativeMarketplace.id), at(other), at(other)])
    expect(bought.map(([code, place]) => [code === 'duplicate', place])).toEqual([
      [false, `${nativeMarketplace.id} 0`],
      [false, `${other} 0`],
      [true, `${other} 0`],
    ])
  })

  it('is bought by its edition, by which the token is named too', async () => {
    const item = (propertyVersion: string, listed?: string) => {
      return { tokenDataId: TOKEN, propertyVersion, ...(listed !== undefined && named(BigInt(listed))) }
    }
    const answer = await ask('nfts/buy', { walletAddress: STRANGER, items: [item('7'), item('0'), item('7', '0')] })
    expect(answer.items.map(({ reason, names }) => [reason?.code ?? null, names?.propertyVersion])).toEqual([
      [null, '7'],
      [null, '0'],
      ['duplicate', expect.anything()],
    ])
    const other = await ask('nfts/buy', { walletAddress: STRANGER, items: [item('7', '0')] })
    expect(other.items.map(({ reason }) => reason?.code)).toEqual(['listing-gone'])
  })

  it('is repriced by its edition where no listing is named', async () => {
    const item = (propertyVersion: string) => ({ tokenDataId: TOKEN, price: '150000000', propertyVersion })
    const answer = await outcomes('nfts/list-and-update', wallet, [item('7'), item('0'), item('7')])
    expect(answer.map(([code, place]) => [code === 'duplicate', place?.split(' ')[1]])).toEqual([
      [false, '7'],
      [false, '0'],
      [true, '7'],
    ])
  })
})
