import { namedObject } from '@opal/dev-chain/ledger/state/addresses'
import type { Address } from '@opal/domain/address'
import type { Intent } from '@opal/domain/intent'
import type { EntryFunctionPayload } from '@opal/domain/payload'
import { OCTAS_PER_APT } from '@opal/domain/prices/octas'
import type { MarketplaceContracts } from '@opal/marketplaces/adapter'
import { type DemoAccount, demoAccount } from '../accounts/demo-account.ts'
import { demoArtist } from '../accounts/demo-cast.ts'
import { nativeDemoMarketplace } from '../market/demo-marketplaces.ts'
import { DROP_ADDRESS } from '../market/drop-module.ts'
import { callOf, type HistoryWriter } from '../market/history-writer.ts'
import {
  type HostileCollection,
  type HostileScale,
  type HostileToken,
  hostileCollections,
} from './hostile-collections.ts'

/** Tokens delivered in one transaction, and what they may say: a transaction has 64 KB. */
const BATCH = 40
const BATCH_BYTES = 48_000
const TOKEN = ['0x4::aptos_token::AptosToken']
const FUNDING_OCTAS = 200n * OCTAS_PER_APT
/** Price that a wallet pays itself for its own token. */
const INVENTED_PRICE = 90n * OCTAS_PER_APT

/** Queues a transfer from the faucet. */
type Fund = (address: Address, octas: bigint) => void

/**
 * Makes strangers' hostile collections on a chain, with wash trades.
 * @returns their addresses.
 */
export function playHostile(writer: HistoryWriter, fund: Fund, scale: HostileScale): readonly Address[] {
  const collections = hostileCollections(scale)
  for (const { slug } of collections) fund(demoArtist(slug).address, FUNDING_OCTAS)
  writer.commit()
  for (const one of collections) make(writer, one)
  tradeWithThemselves(writer, fund, collections[0]?.slug ?? '')
  return collections.map(({ slug, name }) => namedObject(demoArtist(slug).address, name))
}

function make(writer: HistoryWriter, { slug, name, description, uri, tokens, afterwards }: HostileCollection): void {
  const artist = demoArtist(slug)
  const switches = [true, true, true, true, true, true, true, false, false]
  const terms = [description, BigInt(tokens.length + 1), name, uri, ...switches, 500n, 10_000n]
  writer.send(artist, { function: '0x4::aptos_token::create_collection', args: terms })
  const made: Address[] = []
  for (const some of inBatches(tokens)) {
    const sent = writer.send(artist, {
      function: `${DROP_ADDRESS}::drop::deliver`,
      args: [
        name,
        description,
        some.map((token) => token.name),
        some.map((token) => token.uri),
        some.map(({ properties }) => Object.keys(properties)),
        some.map(({ properties }) => Object.values(properties)),
        some.map(() => artist.address),
      ],
    })
    made.push(...some.map((_, at) => sent.created(at + 1)))
    writer.commit()
  }
  if (afterwards !== 'nothing') made.forEach((token, at) => void change(writer, artist, afterwards, { token, at }))
  writer.commit()
}

function inBatches(tokens: readonly HostileToken[]): readonly (readonly HostileToken[])[] {
  const batches: HostileToken[][] = []
  let room = 0
  for (const token of tokens) {
    const bytes = Buffer.byteLength(JSON.stringify(token))
    const last = batches.at(-1)
    if (last === undefined || last.length === BATCH || bytes > room) {
      batches.push([token])
      room = BATCH_BYTES - bytes
    } else {
      last.push(token)
      room -= bytes
    }
  }
  return batches
}

function change(
  writer: HistoryWriter,
  artist: DemoAccount,
  afterwards: 'renames' | 'empties',
  { token, at }: { readonly token: Address; readonly at: number },
): void {
  const call = (name: string, args: readonly string[]) =>
    writer.send(artist, { function: `0x4::aptos_token::${name}`, typeArguments: TOKEN, args: [token, ...args] })
  if (afterwards === 'empties') return void call('burn', [])
  call('set_name', [`\u202E${at} #tnemlehtE`])
  call('set_uri', [`ipfs://hostile/letters-${at}.json`])
}

/** One wallet sends another APT, and buys its own token back with it, again and again. */
function tradeWithThemselves(writer: HistoryWriter, fund: Fund, slug: string): void {
  const [left, right] = [demoAccount('hostile left hand'), demoAccount('hostile right hand')]
  const artist = demoArtist(slug)
  fund(left.address, FUNDING_OCTAS)
  fund(right.address, OCTAS_PER_APT)
  writer.commit()
  const token = namedObjectOfFirst(writer, artist, left)
  for (const [seller, buyer] of [
    [left, right],
    [right, left],
  ] as const) {
    writer.send(seller, {
      function: '0x1::aptos_account::transfer',
      args: [buyer.address, INVENTED_PRICE + OCTAS_PER_APT],
    })
    const listed = writer.send(
      seller,
      callAt({ kind: 'list', token: { standard: 'v2', tokenDataId: token }, priceOctas: INVENTED_PRICE }),
    )
    writer.commit()
    const listing = {
      listingId: listed.created(1),
      token: { standard: 'v2', tokenDataId: token } as const,
      seller: seller.address,
      priceOctas: INVENTED_PRICE,
    }
    writer.send(buyer, callAt({ kind: 'buy', listing }))
    writer.commit()
  }
}

/** Returns a token of its own for the two hands. */
function namedObjectOfFirst(writer: HistoryWriter, artist: DemoAccount, owner: DemoAccount): Address {
  const sent = writer.send(artist, {
    function: `${DROP_ADDRESS}::drop::deliver`,
    args: ['Hostile heavy', '', ['Priceless'], [''], [[]], [[]], [owner.address]],
  })
  writer.commit()
  return sent.created(1)
}

function callAt(intent: Intent) {
  const marketplace = nativeDemoMarketplace()
  const build = marketplace.adapter.payload[intent.kind] as
    | ((contracts: MarketplaceContracts, intent: Intent) => EntryFunctionPayload)
    | undefined
  if (build === undefined) throw new Error(`${marketplace.adapter.displayName} does not offer ${intent.kind}`)
  return callOf(build(marketplace.contracts, intent))
}
