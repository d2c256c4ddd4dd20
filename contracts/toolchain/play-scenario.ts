import { familyOf } from '@opal/dev-chain/marketplaces/aptos-example/family'
import { listingFee } from '@opal/dev-chain/marketplaces/aptos-example/fees'
import { opalSimulator } from '@opal/dev-chain/marketplaces/opal/simulator'
import { MemoryChain } from '@opal/dev-chain/marketplaces/testing/memory-chain'
import { MoveAbort, MoveExecutionFailure, type MoveResource, type TokenIdV1 } from '@opal/dev-chain/modules/move-module'
import { type Address, parseAddress, toShortAddress } from '@opal/domain/address'
import { jsonAt } from '@opal/domain/json'
import { APT_COIN_TYPE, type PayloadArgument } from '@opal/domain/payload'
import { buildTokenSet, leafOf, proofOf, type SetHash } from '@opal/domain/tokens/token-set'
import type { MarketplaceContracts } from '@opal/marketplaces/adapter'
import { OBJECT_CORE } from '@opal/marketplaces/decode/event-reader'
import { OPAL_CONTRACTS } from '@opal/marketplaces/opal/contracts'
import {
  EVENT_STRUCTS,
  type Holdings,
  PEOPLE,
  type Person,
  type Scenario,
  type ScenarioAbort,
  type ScenarioArgument,
  type ScenarioCall,
  type ScenarioEvent,
  START_OCTAS,
} from './scenario.ts'
import { type Parameter, SIGNATURES } from './signatures.ts'

const COLLECTION = parseAddress('0xc011ec')
const OLD_COLLECTION = 'Old Opals'
/** When calls are that say no time. */
const FIRST_SECOND = 1000
const PAYEE = parseAddress('0xa127')
const POOL_TYPE = `${toShortAddress((OPAL_CONTRACTS.local as MarketplaceContracts).packageAddress)}::bid_pool::BidPool<${APT_COIN_TYPE}>`
const ADDRESSES: Readonly<Record<string, Address>> = {
  creator: parseAddress('0xc0'),
  seller: parseAddress('0x5e'),
  buyer: parseAddress('0xb0'),
  stranger: parseAddress('0x57'),
  payee: PAYEE,
}

/** End of a scenario on the TypeScript simulation, in the terms of its `expect`. */
export interface Ending {
  readonly balances: Readonly<Record<string, string>>
  readonly otherBalances?: Readonly<Record<string, string>>
  readonly owners: Readonly<Record<string, string | Holdings>>
  readonly events: readonly ScenarioEvent[]
  readonly abort: ScenarioAbort | null
}

/** Plays a scenario on the simulator, `dev/chain/src/marketplaces/opal/simulator.ts`. */
export function playScenario(scenario: Scenario): Ending {
  const contracts = contractsOf(scenario)
  const chain = new MemoryChain(opalSimulator.simulate(contracts))
  const names = arrange(chain, scenario)
  const other: OtherCoin = {
    balances: new Map(PEOPLE.map((person) => [addressOf(person), START_OCTAS])),
    pools: new Map(),
  }
  const events: ScenarioEvent[] = []
  let abort: Ending['abort'] = null
  for (const call of scenario.calls) {
    try {
      events.push(...playIn(chain, contracts, other, call, () => play(chain, contracts, names, call)))
    } catch (error) {
      abort = abortOf(error)
      break
    }
  }
  const hasOther = scenario.calls.some(({ coin }) => coin === 'other')
  const context = chain.peek()
  return {
    balances: changesOf((account) => context.balanceApt(account), contracts),
    ...(hasOther && { otherBalances: changesOf((account) => other.balances.get(account) ?? 0n, contracts) }),
    owners: ownersOf(chain, scenario, names),
    events,
    abort,
  }
}

/** Balances of the other coin by account, and pools. */
interface OtherCoin {
  readonly balances: Map<Address, bigint>
  readonly pools: Map<Address, MoveResource>
}

/**
 * Plays a call, in the other coin where it says so. The simulation knows APT alone: it is given the balances of the other coin in their place, since
 * all money that a call moves is of one coin but for the placing fee, which is paid in APT before.
 */
function playIn<Played>(
  chain: MemoryChain,
  contracts: MarketplaceContracts,
  other: OtherCoin,
  call: ScenarioCall,
  playCall: () => Played,
): Played {
  if (call.coin !== 'other') return playCall()
  const placing = payPlacingFee(chain, contracts, call)
  const apt = chain.swapBalances(other.balances)
  swapPools(chain, other.pools)
  let isDone = false
  try {
    const played = playCall()
    isDone = true
    return played
  } finally {
    swapPools(chain, other.pools)
    const left = chain.swapBalances(apt)
    if (left !== other.balances) {
      other.balances.clear()
      for (const [account, amount] of left) other.balances.set(account, amount)
    }
    placing.end(isDone)
  }
}

/** Pays in APT for the orders that a call makes. @returns what has to be done after it, until when placing costs nothing. */
function payPlacingFee(
  chain: MemoryChain,
  contracts: MarketplaceContracts,
  { by, makes = [], at }: ScenarioCall,
): { end(isDone: boolean): void } {
  chain.nowSeconds = BigInt(at ?? FIRST_SECOND)
  const family = familyOf(contracts)
  const { feeScheduleAddress: schedule, types } = family
  const payer = addressOf(by as Person)
  const due = listingFee(chain.peek(), family, schedule) * BigInt([makes].flat().length)
  chain.peek().withdrawApt(payer, due)
  chain.peek().depositApt(contracts.packageAddress, due)
  const fees = [types.fixedRateListingFee, types.raisedListingFee].flatMap((type) => {
    const fee = chain.peek().getResource(schedule, type)
    return fee === null ? [] : [{ type, fee }]
  })
  for (const { type } of fees) chain.peek().removeResource(schedule, type)
  return {
    end: (isDone) => {
      for (const { type, fee } of fees) chain.peek().putResource(schedule, type, fee)
      if (isDone) return
      chain.peek().withdrawApt(contracts.packageAddress, due)
      chain.peek().depositApt(payer, due)
    },
  }
}

/** Exchanges everyone's pool for the one that is put by. */
function swapPools(chain: MemoryChain, put: Map<Address, MoveResource>): void {
  const context = chain.peek()
  for (const account of PEOPLE.map(addressOf)) {
    const [present, next] = [context.getResource(account, POOL_TYPE), put.get(account)]
    if (present === null) put.delete(account)
    else put.set(account, present)
    if (next !== undefined) context.putResource(account, POOL_TYPE, next)
    else if (present !== null) context.removeResource(account, POOL_TYPE)
  }
}

/** @throws whatever is no abort */
function abortOf(error: unknown): ScenarioAbort {
  if (error instanceof MoveAbort) {
    return { module: error.location.split('::')[1] ?? '', code: Number(error.abortCode) }
  }
  if (!(error instanceof MoveExecutionFailure)) throw error
  return { module: error.message.split('::')[1] ?? '', code: 'arithmetic_error' }
}

function contractsOf({ commission = [15, 1000] }: Scenario): MarketplaceContracts {
  const local = OPAL_CONTRACTS.local as MarketplaceContracts
  return { ...local, commission: { numerator: BigInt(commission[0]), denominator: BigInt(commission[1]) } }
}

function arrange(
  chain: MemoryChain,
  { tokens, tokensV1 = {}, amountsV1 = {}, royalty = null }: Scenario,
): Map<string, Address> {
  for (const person of PEOPLE) chain.fund(ADDRESSES[person] as Address, START_OCTAS)
  const names = new Map(Object.entries(ADDRESSES))
  const minted = Object.entries(tokens).map(([token, owner], position): [Address, Address] => {
    const address = parseAddress(`0x70${position + 1}`)
    names.set(token, address)
    return [address, ADDRESSES[owner] as Address]
  })
  chain.mint({ address: COLLECTION, creator: ADDRESSES.creator as Address, royalty: null }, minted)
  const [over = 0, under = 0] = royalty ?? []
  const rate = { numerator: BigInt(over), denominator: BigInt(under), payee: PAYEE }
  const held = Object.entries(tokensV1).map(([token, owner]) => {
    return { token: idOf(token), owner: addressOf(owner), amount: BigInt(amountsV1[token] ?? 1) }
  })
  chain.mintV1(rate, ...held)
  if (royalty !== null) {
    const [numerator, denominator] = royalty.map(String)
    const value = { numerator: numerator ?? '', denominator: denominator ?? '', payee_address: toShortAddress(PAYEE) }
    chain.peek().putResource(COLLECTION, '0x4::royalty::Royalty', value)
  }
  return names
}

function addressOf(person: Person): Address {
  return ADDRESSES[person] as Address
}

/** A v1 token is called on chain as in the scenario. */
function idOf(name: string): TokenIdV1 {
  return { creator: addressOf('creator'), collection: OLD_COLLECTION, name, propertyVersion: 0n }
}

function play(
  chain: MemoryChain,
  contracts: MarketplaceContracts,
  names: Map<string, Address>,
  call: ScenarioCall,
): readonly ScenarioEvent[] {
  chain.nowSeconds = BigInt(call.at ?? FIRST_SECOND)
  if (call.call.startsWith('world::')) return rule(chain, names, call)
  const resolve = (argument: ScenarioArgument, parameter?: Parameter): readonly PayloadArgument[] => {
    if (argument === '@fee-schedule') return [contracts.feeScheduleAddress]
    if (parameter === 'bool') return [argument === 1]
    return resolveArgument(names, argument, parameter)
  }
  const signature = SIGNATURES[call.call] ?? []
  const [module, name] = call.call.split('::') as [string, string]
  const sender = call.by === 'marketplace' ? contracts.packageAddress : addressOf(call.by)
  const { events } = chain.execute(sender, {
    function: `${contracts.packageAddress}::${module}::${name}`,
    typeArguments: module === 'fee_schedule' ? [] : [APT_COIN_TYPE],
    functionArguments: call.args.flatMap((argument, position) => {
      const parameter = signature[position]
      if (!Array.isArray(argument)) return resolve(argument, parameter as Parameter)
      const items = argument as readonly ScenarioArgument[]
      if (typeof parameter === 'string') return [resolveSet(names, items, parameter)]
      return [items.flatMap((item) => resolve(item, parameter?.[0] as Parameter))]
    }),
  })
  const own = events.filter(({ type }) => type.startsWith(`${toShortAddress(contracts.packageAddress)}::events::`))
  const made = typeof call.makes === 'string' ? [call.makes] : (call.makes ?? [])
  const placed = own.filter(({ type }) => /Placed(Event)?$/.test(type)).slice(-made.length)
  for (const [position, order] of made.entries()) names.set(order, orderOf(placed[position]?.data))
  return own.map(toScenarioEvent)
}

/** Applies a transfer outside of the market, or a creator's call to the collection and its tokens by stored references. Emits no market event. */
function rule(chain: MemoryChain, names: ReadonlyMap<string, Address>, { by, call, args }: ScenarioCall): [] {
  const context = chain.peek()
  const token = names.get(String(args[0]).slice(1)) as Address
  switch (call) {
    case 'world::send':
      context.transferObject(addressOf(by as Person), token, names.get(String(args[1]).slice(1)) as Address)
      break
    case 'world::set_royalty': {
      const [numerator, denominator] = args.map(String)
      const value = { numerator: numerator ?? '', denominator: denominator ?? '', payee_address: toShortAddress(PAYEE) }
      context.putResource(COLLECTION, '0x4::royalty::Royalty', value)
      break
    }
    case 'world::pull':
      context.transferObjectWithRef(token, addressOf('stranger'))
      break
    case 'world::burn':
      context.removeResource(token, '0x4::token::Token')
      context.deleteObject(token)
      break
    default: {
      const core = context.getResource(token, OBJECT_CORE)
      context.putResource(token, OBJECT_CORE, { ...core, allow_ungated_transfer: call === 'world::thaw' })
    }
  }
  return []
}

/** Resolves an argument of a call: names of v1 tokens and collections are several arguments. */
function resolveArgument(
  names: ReadonlyMap<string, Address>,
  argument: ScenarioArgument,
  parameter: Parameter | undefined,
): readonly PayloadArgument[] {
  if (typeof argument === 'number') return [String(argument)]
  if (argument === '@nobody') return ['0x0']
  const collection = [addressOf('creator'), OLD_COLLECTION]
  if (argument === '@collection') return parameter === 'collection-v1' ? collection : [COLLECTION]
  const name = String(argument).slice(1)
  if (parameter === 'token-v1') return [...collection, name, '0']
  if (parameter === 'named-v1') return [name, '0']
  return [parameter === 'name-v1' ? name : (names.get(name) as Address)]
}

/** Resolves a set to the bytes of its root (none for the empty set), a proof to those of its siblings. */
function resolveSet(
  names: ReadonlyMap<string, Address>,
  tokens: readonly ScenarioArgument[],
  parameter: Parameter,
): readonly PayloadArgument[] {
  const leaves = tokens.map((token) => leafIn(names, String(token).slice(1), parameter.endsWith('-v1')))
  if (parameter.startsWith('set')) return leaves.length === 0 ? [] : bytesOf(buildTokenSet(leaves).root)
  const [leaf = '', ...members] = leaves
  if (members.length === 0) return []
  return (proofOf(buildTokenSet(members), leaf) ?? []).map(bytesOf)
}

function leafIn(names: ReadonlyMap<string, Address>, name: string, isV1: boolean): SetHash {
  if (!isV1) return leafOf({ standard: 'v2', tokenDataId: names.get(name) as Address })
  const { creator, collection, propertyVersion } = idOf(name)
  const id = { creatorAddress: creator, collectionName: collection, tokenName: name, propertyVersion }
  return leafOf({ standard: 'v1', tokenDataId: COLLECTION, ...id })
}

function bytesOf(hash: SetHash): readonly number[] {
  return [...Buffer.from(hash, 'hex')]
}

function orderOf(data: Parameters<typeof jsonAt>[0]): Address {
  const order = ['listing', 'token_offer', 'collection_offer', 'pool_offer']
    .map((field) => jsonAt(data, field))
    .find(Boolean)
  return parseAddress(String(order))
}

function toScenarioEvent({ type, data }: { readonly type: string; readonly data: Parameters<typeof jsonAt>[0] }) {
  const struct = type
    .split('::')
    .at(-1)
    ?.replace(/Event$/, '')
  const kind = Object.entries(EVENT_STRUCTS).find(([, name]) => name === struct)?.[0] as ScenarioEvent['kind']
  if (kind === 'pool-deposited' || kind === 'pool-withdrawn') {
    return { kind, price: String(jsonAt(data, 'amount')), balance: String(jsonAt(data, 'balance')) }
  }
  const event: ScenarioEvent = { kind, price: String(jsonAt(data, 'price')) }
  if (!kind.endsWith('filled')) return event
  return { ...event, commission: String(jsonAt(data, 'commission')), royalties: String(jsonAt(data, 'royalties')) }
}

function changesOf(
  balanceOf: (account: Address) => bigint,
  contracts: MarketplaceContracts,
): Readonly<Record<string, string>> {
  const balances = PEOPLE.map((person) => [person, balanceOf(addressOf(person)) - START_OCTAS])
  const fees = [
    ['payee', balanceOf(PAYEE)],
    ['treasury', balanceOf(contracts.packageAddress)],
  ]
  const moved = [...balances, ...fees].filter(([, octas]) => octas !== 0n)
  return Object.fromEntries(moved.map(([who, octas]) => [who, String(octas)]))
}

function ownersOf(
  chain: MemoryChain,
  { tokens, tokensV1 = {}, amountsV1 = {} }: Scenario,
  names: ReadonlyMap<string, Address>,
): Ending['owners'] {
  const context = chain.peek()
  const nameOf = (address: Address) => [...names].find(([, known]) => known === address)?.[0] ?? address
  const ownerOf = (token: Address) => (context.objectExists(token) ? nameOf(context.ownerOf(token)) : 'nobody')
  const owners = Object.keys(tokens).map((token) => [token, ownerOf(names.get(token) as Address)])
  const holdingsOf = (token: string): Holdings => {
    const held = PEOPLE.map((one) => [one, Number(context.tokenBalance(addressOf(one), idOf(token)))] as const)
    return Object.fromEntries(held.filter(([, amount]) => amount > 0))
  }
  const ownersV1 = Object.keys(tokensV1).map((token) => {
    const held = holdingsOf(token)
    return [token, (amountsV1[token] ?? 1) > 1 ? held : (Object.keys(held)[0] ?? 'escrow')]
  })
  return Object.fromEntries([...owners, ...ownersV1])
}
