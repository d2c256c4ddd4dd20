import { type Address, parseAddress, toShortAddress } from '@opal/domain/address'
import { jsonAt } from '@opal/domain/json'
import { APT_COIN_TYPE, type PayloadArgument } from '@opal/domain/payload'
import type { MarketplaceContracts } from '@opal/marketplaces/adapter'
import { MoveAbort } from '@opal/marketplaces/move-module'
import { OPAL_CONTRACTS } from '@opal/marketplaces/opal/contracts'
import { simulateOpal } from '@opal/marketplaces/opal/simulate'
import { MemoryChain } from '@opal/marketplaces/testing/memory-chain'
import {
  EVENT_STRUCTS,
  PEOPLE,
  type Scenario,
  type ScenarioArgument,
  type ScenarioCall,
  type ScenarioEvent,
  START_OCTAS,
} from './scenario.ts'

const COLLECTION = parseAddress('0xc011ec')
const PAYEE = parseAddress('0xa127')
const ADDRESSES: Readonly<Record<string, Address>> = {
  creator: parseAddress('0xc0'),
  seller: parseAddress('0x5e'),
  buyer: parseAddress('0xb0'),
  stranger: parseAddress('0x57'),
  payee: PAYEE,
}

/** How a scenario ended on the TypeScript simulation, in the words of its `expect`. */
export interface Ending {
  readonly balances: Readonly<Record<string, string>>
  readonly owners: Readonly<Record<string, string>>
  readonly events: readonly ScenarioEvent[]
  readonly abort: { readonly module: string; readonly code: number } | null
}

/** Plays a scenario on `marketplaces/opal/simulate.ts`. */
export function playScenario(scenario: Scenario): Ending {
  const contracts = contractsOf(scenario)
  const chain = new MemoryChain(simulateOpal(contracts))
  const names = arrange(chain, scenario)
  const events: ScenarioEvent[] = []
  let abort: Ending['abort'] = null
  for (const call of scenario.calls) {
    try {
      events.push(...play(chain, contracts, names, call))
    } catch (error) {
      if (!(error instanceof MoveAbort)) throw error
      abort = { module: error.location.split('::')[1] ?? '', code: Number(error.abortCode) }
      break
    }
  }
  return { ...look(chain, contracts, scenario, names), events, abort }
}

function contractsOf({ commission = [15, 1000] }: Scenario): MarketplaceContracts {
  const local = OPAL_CONTRACTS.local as MarketplaceContracts
  return { ...local, commission: { numerator: BigInt(commission[0]), denominator: BigInt(commission[1]) } }
}

function arrange(chain: MemoryChain, { tokens, royalty = null }: Scenario): Map<string, Address> {
  for (const person of PEOPLE) chain.fund(ADDRESSES[person] as Address, START_OCTAS)
  const names = new Map(Object.entries(ADDRESSES))
  const minted = Object.entries(tokens).map(([token, owner], position): [Address, Address] => {
    const address = parseAddress(`0x70${position + 1}`)
    names.set(token, address)
    return [address, ADDRESSES[owner] as Address]
  })
  chain.mint({ address: COLLECTION, creator: ADDRESSES.creator as Address, royalty: null }, minted)
  if (royalty !== null) {
    const [numerator, denominator] = royalty.map(String)
    const value = { numerator: numerator ?? '', denominator: denominator ?? '', payee_address: toShortAddress(PAYEE) }
    chain.peek().putResource(COLLECTION, '0x4::royalty::Royalty', value)
  }
  return names
}

function play(
  chain: MemoryChain,
  contracts: MarketplaceContracts,
  names: Map<string, Address>,
  call: ScenarioCall,
): readonly ScenarioEvent[] {
  chain.nowSeconds = BigInt(call.at ?? 1000)
  const resolve = (argument: ScenarioArgument): PayloadArgument => {
    if (Array.isArray(argument)) return (argument as readonly ScenarioArgument[]).map(resolve)
    if (typeof argument === 'number') return String(argument)
    if (argument === '@venue') return contracts.feeScheduleAddress
    return argument === '@collection' ? COLLECTION : (names.get(String(argument).slice(1)) as Address)
  }
  const [module, name] = call.call.split('::') as [string, string]
  const { events } = chain.execute(ADDRESSES[call.by] as Address, {
    function: `${contracts.packageAddress}::${module}::${name}`,
    typeArguments: [APT_COIN_TYPE],
    functionArguments: call.args.map(resolve),
  })
  const own = events.filter(({ type }) => type.startsWith(`${toShortAddress(contracts.packageAddress)}::events::`))
  const made = typeof call.makes === 'string' ? [call.makes] : (call.makes ?? [])
  const placed = own.filter(({ type }) => type.endsWith('PlacedEvent')).slice(-made.length)
  for (const [position, order] of made.entries()) names.set(order, orderOf(placed[position]?.data))
  return own.map(toScenarioEvent)
}

function orderOf(data: Parameters<typeof jsonAt>[0]): Address {
  const order = ['listing', 'token_offer', 'collection_offer'].map((field) => jsonAt(data, field)).find(Boolean)
  return parseAddress(String(order))
}

function toScenarioEvent({ type, data }: { readonly type: string; readonly data: Parameters<typeof jsonAt>[0] }) {
  const struct = type
    .split('::')
    .at(-1)
    ?.replace(/Event$/, '')
  const kind = Object.entries(EVENT_STRUCTS).find(([, name]) => name === struct)?.[0] as ScenarioEvent['kind']
  const event: ScenarioEvent = { kind, price: String(jsonAt(data, 'price')) }
  if (!kind.endsWith('filled')) return event
  return { ...event, commission: String(jsonAt(data, 'commission')), royalties: String(jsonAt(data, 'royalties')) }
}

function look(
  chain: MemoryChain,
  contracts: MarketplaceContracts,
  { tokens }: Scenario,
  names: ReadonlyMap<string, Address>,
): Pick<Ending, 'balances' | 'owners'> {
  const context = chain.peek()
  const nameOf = (address: Address) => [...names].find(([, known]) => known === address)?.[0] ?? address
  const balances = PEOPLE.map((person) => [person, context.balanceApt(ADDRESSES[person] as Address) - START_OCTAS])
  const fees = [
    ['payee', context.balanceApt(PAYEE)],
    ['treasury', context.balanceApt(contracts.packageAddress)],
  ]
  const moved = [...balances, ...fees].filter(([, octas]) => octas !== 0n).map(([who, octas]) => [who, String(octas)])
  const owners = Object.keys(tokens).map((token) => [token, nameOf(context.ownerOf(names.get(token) as Address))])
  return { balances: Object.fromEntries(moved), owners: Object.fromEntries(owners) }
}
