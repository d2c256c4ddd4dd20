import { listMyTokens, type PortfolioToken } from '@opal/contract/portfolio'
import type { WirePayload } from '@opal/contract/trading/trade'
import type { ApiWorld, Trader } from './api-world.ts'

type Arguments = Extract<WirePayload, { readonly function: string }>['functionArguments']

const COLLECTION = 'Tin Whistles'
const PAGE = 100
const ALL_MUTABLE = Array.from({ length: 9 }, () => true)

/** A collection whose artist may change what is owed to them. */
export interface IssuedCollection {
  readonly collectionId: string
  readonly tokenDataIds: readonly string[]
  /** From now on so many per thousand are the artist's. */
  setRoyalty(perThousand: number): Promise<void>
}

/** An artist mints tokens of the newer standard and puts them into a trader's hands. */
export async function issueV2Tokens(
  world: ApiWorld,
  artist: Trader,
  owner: Trader,
  count: number,
): Promise<IssuedCollection> {
  const send = async (name: string, functionArguments: Arguments, typeArguments: string[] = []) => {
    const payload = { function: `0x4::aptos_token::${name}`, typeArguments, functionArguments } as const
    const { success, vmStatus } = await world.send(artist, payload)
    if (!success) throw new Error(`${name}: ${vmStatus}`)
  }
  await send('create_collection', ['', '1000', COLLECTION, '', ...ALL_MUTABLE, '37', '1000'])
  for (let at = 0; at < count; at += 1) await send('mint', [COLLECTION, '', `${COLLECTION} #${at}`, '', [], [], []])
  const minted: PortfolioToken[] = []
  for (let page = 1; minted.length < count; page += 1) {
    const query = { walletAddress: artist.address, page, limit: PAGE }
    const { data } = await world.call(listMyTokens, { query })
    if (data.length === 0) throw new Error('not all were minted')
    minted.push(...data.filter(({ collectionName }) => collectionName === COLLECTION))
  }
  const [first] = minted
  if (first === undefined) throw new Error('nothing was minted')
  for (const { tokenDataId } of minted) {
    const payload = {
      function: '0x1::object::transfer_call',
      typeArguments: [],
      functionArguments: [tokenDataId, owner.address],
    } as const
    await world.send(artist, { ...payload, typeArguments: [], functionArguments: [...payload.functionArguments] })
  }
  const { collectionId } = first
  return {
    collectionId,
    tokenDataIds: minted.map(({ tokenDataId }) => tokenDataId),
    setRoyalty: (perThousand) =>
      send(
        'set_collection_royalties_call',
        [collectionId, String(perThousand), '1000', artist.address],
        ['0x4::aptos_token::AptosCollection'],
      ),
  }
}
