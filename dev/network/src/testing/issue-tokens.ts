import { listMyTokens, type PortfolioToken } from '@opal/contract/portfolio'
import type { WirePayload } from '@opal/contract/trading/trade'
import type { ApiFixture, Trader } from './api-fixture.ts'

type TokenV1Arguments = Extract<WirePayload, { readonly function: string }>['functionArguments']

const COLLECTION_V1 = 'Brass Keys'
/** Per thousand, to the artist: one that does not come out even. */
const ROYALTY = ['1000', '37']

/** An artist mints tokens of the older standard and puts them into the traders' hands, one after the other. */
export async function issueV1Tokens(
  fixture: ApiFixture,
  artist: Trader,
  traders: readonly Trader[],
  count: number,
): Promise<void> {
  const call = (name: string, functionArguments: TokenV1Arguments): WirePayload => ({
    function: `0x3::token::${name}`,
    typeArguments: [],
    functionArguments,
  })
  for (const trader of traders) await fixture.sendAll(trader, [call('opt_in_direct_transfer', [true])])
  const allowed = [true, true, true, true, true]
  const owed = [artist.address, ...ROYALTY]
  const issued = Array.from({ length: count }, (_, at) => {
    const name = `${COLLECTION_V1} #${at}`
    const holder = traders[at % traders.length]?.address ?? artist.address
    return [
      call('create_token_script', [COLLECTION_V1, name, '', '1', '0', '', ...owed, allowed, [], [], []]),
      call('transfer_with_opt_in', [artist.address, COLLECTION_V1, name, '0', holder, '1']),
    ]
  })
  const collection = call('create_collection_script', [COLLECTION_V1, '', '', '0', [true, true, true]])
  await fixture.sendAll(artist, [collection, ...issued.flat()])
}

type TokenV2Arguments = Extract<WirePayload, { readonly function: string }>['functionArguments']

const COLLECTION_V2 = 'Tin Whistles'
const PAGE = 100
const ALL_MUTABLE = Array.from({ length: 9 }, () => true)

/** A trait of the tokens, of which every third has the first value. */
export const TRAIT = 'Reed'

/** Returns the trait's value of the n-th token, in the order of their names. */
function traitValueOf(nth: number): 'Oak' | 'Tin' {
  return nth % 3 === 0 ? 'Oak' : 'Tin'
}

/** Returns a short text as it is serialized. */
function bcsOf(text: string): number[] {
  return [text.length, ...Buffer.from(text)]
}

/** A collection whose artist may change what is owed to them. */
export interface IssuedCollection {
  readonly collectionId: string
  readonly tokenDataIds: readonly string[]
  /** Value of {@link TRAIT} of each token. */
  readonly traitOf: ReadonlyMap<string, string>
  /** Sets the artist's royalty, per thousand. */
  setRoyalty(perThousand: number): Promise<void>
}

/** An artist mints tokens of the newer standard and puts them into a trader's hands. */
export async function issueV2Tokens(
  fixture: ApiFixture,
  artist: Trader,
  owner: Trader,
  count: number,
): Promise<IssuedCollection> {
  const call = (name: string, functionArguments: TokenV2Arguments, typeArguments: string[] = []): WirePayload => ({
    function: `0x4::aptos_token::${name}`,
    typeArguments,
    functionArguments,
  })
  const mint = (at: number) => {
    const traits = [[TRAIT], ['0x1::string::String'], [bcsOf(traitValueOf(at))]]
    return call('mint', [COLLECTION_V2, '', `${COLLECTION_V2} #${at}`, '', ...traits])
  }
  await fixture.sendAll(artist, [
    call('create_collection', ['', '1000', COLLECTION_V2, '', ...ALL_MUTABLE, '37', '1000']),
    ...Array.from({ length: count }, (_, at) => mint(at)),
  ])
  const minted: PortfolioToken[] = []
  for (let page = 1; minted.length < count; page += 1) {
    const query = { walletAddress: artist.address, page, limit: PAGE }
    const { data } = await fixture.call(listMyTokens, { query })
    if (data.length === 0) throw new Error('not all were minted')
    minted.push(...data.filter(({ collectionName }) => collectionName === COLLECTION_V2))
  }
  const [first] = minted
  if (first === undefined) throw new Error('nothing was minted')
  const handOver = ({ tokenDataId }: PortfolioToken): WirePayload => ({
    function: '0x1::object::transfer_call',
    typeArguments: [],
    functionArguments: [tokenDataId, owner.address],
  })
  await fixture.sendAll(artist, minted.map(handOver))
  const { collectionId } = first
  return {
    collectionId,
    tokenDataIds: minted.map(({ tokenDataId }) => tokenDataId),
    traitOf: new Map(minted.map(({ tokenDataId, name }) => [tokenDataId, traitValueOf(Number(name.split('#')[1]))])),
    setRoyalty: (perThousand) =>
      fixture.sendAll(artist, [
        call(
          'set_collection_royalties_call',
          [collectionId, String(perThousand), '1000', artist.address],
          ['0x4::aptos_token::AptosCollection'],
        ),
      ]),
  }
}
