import type { Account } from '@aptos-labs/ts-sdk'
import { addressOf, type TestChain } from '@opal/dev-chain/ledger/testing/test-chain'
import { type Address, parseAddress } from '@opal/domain/address'
import type { Intent } from '@opal/domain/intent'
import { contractsOf, type DeployedMarketplace } from '@opal/marketplaces/contracts/network-contracts'
import { decodeMarketEvents } from '@opal/marketplaces/decode/decode-market-events'
import { payloadFor } from './random-trading.ts'
import { type FixtureToken, mintV1, mintV2, readBack } from './trading-fixture.ts'

const APT = 100_000_000n
const DAY_SECONDS = 86_400n
const ROYALTY = { numerator: 5n, denominator: 100n }
const DEPLOYED = contractsOf('local')
const NATIVE = idOf(({ adapter }) => adapter.isNative)
const CLOSED = idOf(({ contracts }) => contracts.status !== 'active')
const [ENDLESS, OTHER] = [true, false].map((isEndless) =>
  idOf((deployed) => isOther(deployed) && hasEndlessBids(deployed) === isEndless),
) as [string, string]

function idOf(isWanted: (deployed: DeployedMarketplace) => boolean): string {
  const found = DEPLOYED.find(isWanted)
  if (found === undefined) throw new TypeError('The localnet has no such marketplace.')
  return found.adapter.id
}

function isOther({ adapter, contracts }: DeployedMarketplace): boolean {
  return !adapter.isNative && contracts.status === 'active'
}

/** Returns whether a bid's call has no expiry. */
function hasEndlessBids(deployed: DeployedMarketplace): boolean {
  const collection = { standard: 'v2', collectionId: parseAddress('0x1') } as const
  const bid = { kind: 'place-collection-offer', collection, priceOctas: 1n, amount: 1n, expiresAtSeconds: 77n } as const
  return !JSON.stringify(payloadFor(deployed, bid)).includes('77')
}

/** An order, named as the API names it, and what is wrong with it: nothing, where it is as it should be. */
export interface OpenOrder {
  readonly what: string
  readonly kind: 'listing' | 'token-offer' | 'collection-offer'
  readonly marketplace: string
  readonly orderId: string
  readonly issue: string | null
}

/** A wallet that leaves orders lying about, and what it holds when they are gone. */
export interface StaleWallet {
  readonly keeper: Account
  readonly orders: readonly OpenOrder[]
  /** Tokens of its listings that can be taken back. */
  readonly tokens: readonly FixtureToken[]
}

/**
 * Trades until one wallet has an order of every stale kind that the marketplaces let come about, of both standards, and two that
 * are as they should be. The chain's clock ends at `nowMicros`; what is forgotten was placed long before.
 * @param chain with the marketplaces' modules, at a time more than 90 days ago
 */
export async function createStaleWallet(chain: TestChain, nowMicros: bigint): Promise<StaleWallet> {
  const scene = openScene(chain, nowMicros)
  await leaveForgotten(scene)
  chain.clock.setMicros(nowMicros - 2n * DAY_SECONDS * 1_000_000n)
  await askElsewhere(scene)
  await leaveListings(scene)
  await leaveBids(scene)
  await leaveCollectionBids(scene)
  const { artist, keeper, other, lamps, shades, relics } = scene
  await give(chain, other, keeper, at(shades, 3))
  await burn(chain, artist, at(lamps, 4))
  await burn(chain, artist, at(shades, 4))
  chain.clock.setMicros(nowMicros)
  const tokens = [0, 1, 2].map((index) => at(lamps, index)).concat([0, 1].map((index) => at(relics, index)))
  return { keeper, orders: scene.orders, tokens }
}

/** Traders, their tokens, and the stale orders so far. */
interface Scene {
  readonly chain: TestChain
  readonly artist: Account
  readonly keeper: Account
  readonly other: Account
  /** v2, the keeper's. */
  readonly lamps: readonly FixtureToken[]
  /** v2, the other's. */
  readonly shades: readonly FixtureToken[]
  /** v1, the keeper's. */
  readonly relics: readonly FixtureToken[]
  /** v1, the other's. */
  readonly idols: readonly FixtureToken[]
  readonly orders: OpenOrder[]
  /** Returns Unix seconds that are over when the chain's clock ends. */
  soon(): bigint
  /** Unix seconds that are not. */
  later(): bigint
}

function openScene(chain: TestChain, nowMicros: bigint): Scene {
  const [artist, keeper, other] = [100n, 100_000n, 100_000n].map((apt) => chain.funded(apt * APT))
  if (artist === undefined || keeper === undefined || other === undefined) throw new TypeError('Three were funded.')
  return {
    chain,
    artist,
    keeper,
    other,
    orders: [],
    lamps: mintV2(chain, artist, [keeper], 'Lamps', ROYALTY, 6),
    shades: mintV2(chain, artist, [other], 'Shades', ROYALTY, 5),
    relics: mintV1(chain, artist, [keeper, other], 'Relics', ROYALTY, 4),
    idols: mintV1(chain, artist, [other, keeper], 'Idols', ROYALTY, 4),
    soon: () => chain.clock.nowMicros() / 1_000_000n + 60n,
    later: () => nowMicros / 1_000_000n + DAY_SECONDS,
  }
}

/** Long ago, on marketplaces whose orders have no end of their own. */
async function leaveForgotten(scene: Scene): Promise<void> {
  const { lamps, shades, idols, later } = scene
  const issue = 'forgotten'
  await list(scene, 'v2 listing, forgotten', ENDLESS, at(lamps, 0), { tenths: 900n, issue })
  await bid(scene, 'v2 bid, forgotten', ENDLESS, at(shades, 0), { apt: 1n, until: later(), issue })
  await bidAny(scene, 'v1 collection bid, forgotten', ENDLESS, at(idols, 0), { apt: 1n, until: later(), issue })
}

/** Prices that others ask: 10 APT for a shade and an idol, and for a lamp and a relic that were theirs all along. */
async function askElsewhere({ chain, keeper, other, lamps, shades, relics, idols, later }: Scene): Promise<void> {
  const ask = ({ ref }: FixtureToken) =>
    place(chain, other, NATIVE, { kind: 'list', token: ref, priceOctas: 10n * APT })
  await ask(at(shades, 1))
  await ask(at(idols, 1))
  await give(chain, keeper, other, at(lamps, 5))
  await ask(at(lamps, 5))
  await giveV1(chain, keeper, other, at(relics, 3))
  await ask(at(relics, 3))
  const { collection } = at(lamps, 0)
  const offered = { kind: 'place-collection-offer', collection, priceOctas: 9n * APT, amount: 3n } as const
  await place(chain, other, NATIVE, { ...offered, expiresAtSeconds: later() })
}

async function leaveListings(scene: Scene): Promise<void> {
  const { lamps, relics } = scene
  const [cheap, low] = ['far-below-floor', 'below-bid']
  await list(scene, 'v2 listing, far below the floor', NATIVE, at(lamps, 1), { tenths: 50n, issue: cheap })
  await list(scene, 'v1 listing, far below the floor', ENDLESS, at(relics, 0), { tenths: 60n, issue: cheap })
  await list(scene, 'v2 listing, below a bid', OTHER, at(lamps, 2), { tenths: 82n, issue: low })
  await list(scene, 'v1 listing, marketplace closed', CLOSED, at(relics, 1), {
    tenths: 120n,
    issue: 'marketplace-closed',
  })
  await list(scene, 'v2 listing as it should be', NATIVE, at(lamps, 3), { tenths: 120n, issue: null })
  await list(scene, 'v2 listing, token gone', NATIVE, at(lamps, 4), { tenths: 120n, issue: 'token-gone' })
}

async function leaveBids(scene: Scene): Promise<void> {
  const { shades, idols, soon, later } = scene
  const runOut = (until: bigint) => ({ apt: 2n, until, issue: 'expired' })
  const lasting = (apt: bigint, issue: string) => ({ apt, until: later(), issue })
  await bid(scene, 'v2 bid, run out', NATIVE, at(shades, 2), runOut(soon()))
  await bid(scene, 'v1 bid, run out', NATIVE, at(idols, 2), runOut(soon()))
  await bid(scene, 'v2 bid, above the listing', OTHER, at(shades, 1), lasting(11n, 'above-listing'))
  await bid(scene, 'v2 bid, token is own now', NATIVE, at(shades, 3), lasting(3n, 'own-token'))
  await bid(scene, 'v1 bid, marketplace closed', CLOSED, at(idols, 3), lasting(2n, 'marketplace-closed'))
  await bid(scene, 'v2 bid, token gone', NATIVE, at(shades, 4), lasting(2n, 'token-gone'))
}

async function leaveCollectionBids(scene: Scene): Promise<void> {
  const [shade, idol] = [at(scene.shades, 0), at(scene.idols, 0)]
  const lasting = (apt: bigint, issue: string | null) => ({ apt, until: scene.later(), issue })
  const runOut = { apt: 3n, until: scene.soon(), issue: 'expired' }
  await bidAny(scene, 'v2 collection bid, run out', NATIVE, shade, runOut)
  await bidAny(scene, 'v1 collection bid, above the floor', ENDLESS, idol, lasting(10n, 'above-floor'))
  await bidAny(scene, 'v1 collection bid, marketplace closed', CLOSED, idol, lasting(2n, 'marketplace-closed'))
  const forNothing = { ...lasting(2n, 'exhausted'), amount: 0n }
  // Ours refuses such a bid.
  await bidAny(scene, 'v2 collection bid for nothing', OTHER, shade, forNothing)
  await bidAny(scene, 'v2 collection bid as it should be', NATIVE, shade, lasting(5n, null))
}

function at(tokens: readonly FixtureToken[], index: number): FixtureToken {
  return tokens[index] as FixtureToken
}

/** Places an order. @returns its id. */
async function place(chain: TestChain, by: Account, marketplace: string, intent: Intent): Promise<string> {
  const deployed = DEPLOYED.find(({ adapter }) => adapter.id === marketplace)
  const payload = deployed === undefined ? null : payloadFor(deployed, intent)
  if (payload === null) throw new TypeError(`${marketplace} does not offer ${intent.kind}`)
  const { events } = decodeMarketEvents(await readBack(chain, chain.sendPayload(by, payload)), DEPLOYED)
  const placed = events.find(({ kind }) => kind.endsWith('-placed'))
  if (placed === undefined) throw new Error(`${marketplace}: ${intent.kind} emitted no order`)
  return 'listingId' in placed ? placed.listingId : 'offerId' in placed ? placed.offerId : ''
}

/** Puts one of the keeper's tokens up. */
async function list(
  { chain, keeper, orders }: Scene,
  what: string,
  marketplace: string,
  { ref: token }: FixtureToken,
  { tenths, issue }: { /** Of an APT. */ readonly tenths: bigint; readonly issue: string | null },
): Promise<void> {
  const intent = { kind: 'list', token, priceOctas: (tenths * APT) / 10n } as const
  orders.push({ what, kind: 'listing', marketplace, orderId: await place(chain, keeper, marketplace, intent), issue })
}

/** A bid's price, its expiry in Unix seconds, and its fault. */
interface BidTerms {
  readonly apt: bigint
  readonly until: bigint
  readonly issue: string | null
}

/** Bids on one token. */
async function bid(
  { chain, keeper, orders }: Scene,
  what: string,
  marketplace: string,
  { ref: token }: FixtureToken,
  { apt, until: expiresAtSeconds, issue }: BidTerms,
): Promise<void> {
  const intent = { kind: 'place-token-offer', token, priceOctas: apt * APT, expiresAtSeconds } as const
  const orderId = await place(chain, keeper, marketplace, intent)
  orders.push({ what, kind: 'token-offer', marketplace, orderId, issue })
}

/** Bids on any of a token's collection, on two of them where nothing else is said. */
async function bidAny(
  { chain, keeper, orders }: Scene,
  what: string,
  marketplace: string,
  { collection }: FixtureToken,
  { apt, until: expiresAtSeconds, issue, amount = 2n }: BidTerms & { readonly amount?: bigint },
): Promise<void> {
  const terms = { priceOctas: apt * APT, amount, expiresAtSeconds }
  const orderId = await place(chain, keeper, marketplace, { kind: 'place-collection-offer', collection, ...terms })
  orders.push({ what, kind: 'collection-offer', marketplace, orderId, issue })
}

async function give(chain: TestChain, from: Account, to: Account, { ref }: FixtureToken): Promise<void> {
  await readBack(chain, chain.send(from, '0x1::object::transfer_call', [ref.tokenDataId, addressOf(to)]))
}

async function giveV1(chain: TestChain, from: Account, to: Account, { ref }: FixtureToken): Promise<void> {
  if (ref.standard !== 'v1') throw new TypeError('A token of the first standard is given so.')
  const names: (string | bigint | Address)[] = [
    ref.creatorAddress,
    ref.collectionName,
    ref.tokenName,
    ref.propertyVersion,
  ]
  await readBack(chain, chain.send(from, '0x3::token::transfer_with_opt_in', [...names, addressOf(to), 1n]))
}

async function burn(chain: TestChain, artist: Account, { ref }: FixtureToken): Promise<void> {
  const payload = {
    function: '0x4::aptos_token::burn',
    typeArguments: ['0x4::aptos_token::AptosToken'],
    functionArguments: [ref.tokenDataId],
  } as const
  await readBack(chain, chain.sendPayload(artist, payload))
}
