import type { Account } from '@aptos-labs/ts-sdk'
import type { TestChain } from '@opal/dev-chain/ledger/testing/test-chain'
import { addressOf } from '@opal/dev-chain/ledger/testing/test-chain'
import { type Address, parseAddress } from '@opal/domain/address'
import type { Intent } from '@opal/domain/intent'
import { decodeMarketEvents } from '@opal/marketplaces/decode-market-events'
import { contractsOf, type DeployedMarketplace } from '@opal/marketplaces/network-contracts'
import { payloadFor } from './random-trading.ts'
import { type FloorToken, mintV1, mintV2, readBack } from './trading-floor.ts'

const APT = 100_000_000n
const DAY_SECONDS = 86_400n
const ROYALTY = { numerator: 5n, denominator: 100n }
const VENUES = contractsOf('local')
const NATIVE = idOf(({ adapter }) => adapter.isNative)
const CLOSED = idOf(({ contracts }) => contracts.status !== 'active')
const [ENDLESS, OTHER] = [true, false].map((isEndless) =>
  idOf((venue) => isOther(venue) && hasEndlessBids(venue) === isEndless),
) as [string, string]

function idOf(isWanted: (venue: DeployedMarketplace) => boolean): string {
  const found = VENUES.find(isWanted)
  if (found === undefined) throw new TypeError('The localnet has no such venue.')
  return found.adapter.id
}

function isOther({ adapter, contracts }: DeployedMarketplace): boolean {
  return !adapter.isNative && contracts.status === 'active'
}

/** Does a bid's call leave out when it ends? */
function hasEndlessBids(venue: DeployedMarketplace): boolean {
  const collection = { standard: 'v2', collectionId: parseAddress('0x1') } as const
  const bid = { kind: 'place-collection-offer', collection, priceOctas: 1n, amount: 1n, expiresAtSeconds: 77n } as const
  return !JSON.stringify(payloadFor(venue, bid)).includes('77')
}

/** An order, named as the API names it, and what is wrong with it: nothing, where it is as it should be. */
export interface KeptOrder {
  readonly what: string
  readonly kind: 'listing' | 'token-offer' | 'collection-offer'
  readonly marketplace: string
  readonly orderId: string
  readonly issue: string | null
}

/** A wallet that leaves orders lying about, and what it holds when they are gone. */
export interface StaleWallet {
  readonly keeper: Account
  readonly orders: readonly KeptOrder[]
  /** Tokens of its listings that can be taken back. */
  readonly tokens: readonly FloorToken[]
}

/**
 * Trades until one wallet has an order of every stale kind that the venues let come about, of both standards, and two that
 * are as they should be. The chain's clock ends at `nowMicros`; what is forgotten was placed long before.
 * @param chain with the venues' modules, at a time more than 90 days ago
 */
export async function createStaleWallet(chain: TestChain, nowMicros: bigint): Promise<StaleWallet> {
  const [artist, keeper, other] = [100n, 100_000n, 100_000n].map((apt) => chain.funded(apt * APT))
  if (artist === undefined || keeper === undefined || other === undefined) throw new TypeError('Three were funded.')
  const lamps = mintV2(chain, artist, [keeper], 'Lamps', ROYALTY, 6)
  const shades = mintV2(chain, artist, [other], 'Shades', ROYALTY, 5)
  const relics = mintV1(chain, artist, [keeper, other], 'Relics', ROYALTY, 4)
  const idols = mintV1(chain, artist, [other, keeper], 'Idols', ROYALTY, 4)
  const at = (tokens: readonly FloorToken[], index: number) => tokens[index] as FloorToken
  const place = async (by: Account, marketplace: string, intent: Intent): Promise<string> => {
    const venue = VENUES.find(({ adapter }) => adapter.id === marketplace)
    const payload = venue === undefined ? null : payloadFor(venue, intent)
    if (payload === null) throw new TypeError(`${marketplace} does not offer ${intent.kind}`)
    const { events } = decodeMarketEvents(await readBack(chain, chain.sendPayload(by, payload)), VENUES)
    const placed = events.find(({ kind }) => kind.endsWith('-placed'))
    if (placed === undefined) throw new Error(`${marketplace}: ${intent.kind} told of nothing`)
    return 'listingId' in placed ? placed.listingId : 'offerId' in placed ? placed.offerId : ''
  }
  const soon = () => chain.clock.nowMicros() / 1_000_000n + 60n
  const later = () => nowMicros / 1_000_000n + DAY_SECONDS

  const orders: KeptOrder[] = []
  const list = async (what: string, marketplace: string, item: FloorToken, apt: bigint, issue: string | null) => {
    const orderId = await place(keeper, marketplace, { kind: 'list', token: item.ref, priceOctas: (apt * APT) / 10n })
    orders.push({ what, kind: 'listing', marketplace, orderId, issue })
  }
  const bid = async (
    what: string,
    marketplace: string,
    item: FloorToken,
    terms: { readonly apt: bigint; readonly expiresAtSeconds: bigint; readonly issue: string | null },
  ) => {
    const { apt, expiresAtSeconds, issue } = terms
    const intent = { kind: 'place-token-offer', token: item.ref, priceOctas: apt * APT, expiresAtSeconds } as const
    orders.push({ what, kind: 'token-offer', marketplace, orderId: await place(keeper, marketplace, intent), issue })
  }
  const bidAny = async (
    what: string,
    marketplace: string,
    item: FloorToken,
    terms: {
      readonly apt: bigint
      readonly amount?: bigint
      readonly expiresAtSeconds: bigint
      readonly issue: string | null
    },
  ) => {
    const { apt, amount = 2n, expiresAtSeconds, issue } = terms
    const { collection } = item
    const intent = {
      kind: 'place-collection-offer',
      collection,
      priceOctas: apt * APT,
      amount,
      expiresAtSeconds,
    } as const
    const orderId = await place(keeper, marketplace, intent)
    orders.push({ what, kind: 'collection-offer', marketplace, orderId, issue })
  }

  // Long ago, on venues whose orders have no end of their own.
  await list('v2 listing, forgotten', ENDLESS, at(lamps, 0), 900n, 'forgotten')
  await bid('v2 bid, forgotten', ENDLESS, at(shades, 0), { apt: 1n, expiresAtSeconds: later(), issue: 'forgotten' })
  await bidAny('v1 collection bid, forgotten', ENDLESS, at(idols, 0), {
    ...{ apt: 1n, expiresAtSeconds: later(), issue: 'forgotten' },
  })

  chain.clock.setMicros(nowMicros - 2n * DAY_SECONDS * 1_000_000n)
  // What others ask: 10 APT for a shade and an idol, and for a lamp and a relic that were theirs all along.
  for (const [tokens, marketplace] of [
    [shades, NATIVE],
    [idols, NATIVE],
  ] as const) {
    await place(other, marketplace, { kind: 'list', token: at(tokens, 1).ref, priceOctas: 10n * APT })
  }
  await give(chain, keeper, other, at(lamps, 5))
  await place(other, NATIVE, { kind: 'list', token: at(lamps, 5).ref, priceOctas: 10n * APT })
  await giveV1(chain, keeper, other, at(relics, 3))
  await place(other, NATIVE, { kind: 'list', token: at(relics, 3).ref, priceOctas: 10n * APT })
  const { collection } = at(lamps, 0)
  const offered = { kind: 'place-collection-offer', collection, priceOctas: 9n * APT, amount: 3n } as const
  await place(other, NATIVE, { ...offered, expiresAtSeconds: later() })

  await list('v2 listing, far below the floor', NATIVE, at(lamps, 1), 50n, 'far-below-floor')
  await list('v1 listing, far below the floor', ENDLESS, at(relics, 0), 60n, 'far-below-floor')
  await list('v2 listing, below a bid', OTHER, at(lamps, 2), 82n, 'below-bid')
  await list('v1 listing, venue closed', CLOSED, at(relics, 1), 120n, 'venue-closed')
  await list('v2 listing as it should be', NATIVE, at(lamps, 3), 120n, null)
  await list('v2 listing, token gone', NATIVE, at(lamps, 4), 120n, 'token-gone')
  await bid('v2 bid, run out', NATIVE, at(shades, 2), { apt: 2n, expiresAtSeconds: soon(), issue: 'expired' })
  await bid('v1 bid, run out', NATIVE, at(idols, 2), { apt: 2n, expiresAtSeconds: soon(), issue: 'expired' })
  await bid('v2 bid, above the listing', OTHER, at(shades, 1), {
    ...{ apt: 11n, expiresAtSeconds: later(), issue: 'above-listing' },
  })
  await bid('v2 bid, token is own now', NATIVE, at(shades, 3), {
    apt: 3n,
    expiresAtSeconds: later(),
    issue: 'own-token',
  })
  await bid('v1 bid, venue closed', CLOSED, at(idols, 3), {
    apt: 2n,
    expiresAtSeconds: later(),
    issue: 'venue-closed',
  })
  await bid('v2 bid, token gone', NATIVE, at(shades, 4), { apt: 2n, expiresAtSeconds: later(), issue: 'token-gone' })
  await bidAny('v2 collection bid, run out', NATIVE, at(shades, 0), {
    apt: 3n,
    expiresAtSeconds: soon(),
    issue: 'expired',
  })
  await bidAny('v1 collection bid, above the floor', ENDLESS, at(idols, 0), {
    ...{ apt: 10n, expiresAtSeconds: later(), issue: 'above-floor' },
  })
  await bidAny('v1 collection bid, venue closed', CLOSED, at(idols, 0), {
    ...{ apt: 2n, expiresAtSeconds: later(), issue: 'venue-closed' },
  })
  await bidAny('v2 collection bid for nothing', NATIVE, at(shades, 0), {
    ...{ apt: 2n, amount: 0n, expiresAtSeconds: later(), issue: 'exhausted' },
  })
  await bidAny('v2 collection bid as it should be', NATIVE, at(shades, 0), {
    ...{ apt: 5n, expiresAtSeconds: later(), issue: null },
  })
  await give(chain, other, keeper, at(shades, 3))
  await burn(chain, artist, at(lamps, 4))
  await burn(chain, artist, at(shades, 4))
  chain.clock.setMicros(nowMicros)
  return {
    keeper,
    orders,
    tokens: [0, 1, 2].map((index) => at(lamps, index)).concat([0, 1].map((index) => at(relics, index))),
  }
}

async function give(chain: TestChain, from: Account, to: Account, { ref }: FloorToken): Promise<void> {
  await readBack(chain, chain.send(from, '0x1::object::transfer_call', [ref.tokenDataId, addressOf(to)]))
}

async function giveV1(chain: TestChain, from: Account, to: Account, { ref }: FloorToken): Promise<void> {
  if (ref.standard !== 'v1') throw new TypeError('A token of the first standard is given so.')
  const names: (string | bigint | Address)[] = [
    ref.creatorAddress,
    ref.collectionName,
    ref.tokenName,
    ref.propertyVersion,
  ]
  await readBack(chain, chain.send(from, '0x3::token::transfer_with_opt_in', [...names, addressOf(to), 1n]))
}

async function burn(chain: TestChain, artist: Account, { ref }: FloorToken): Promise<void> {
  const payload = {
    function: '0x4::aptos_token::burn',
    typeArguments: ['0x4::aptos_token::AptosToken'],
    functionArguments: [ref.tokenDataId],
  } as const
  await readBack(chain, chain.sendPayload(artist, payload))
}
