import { opalSimulator } from '@opal/dev-chain/marketplaces/opal/simulator'
import { MemoryChain } from '@opal/dev-chain/marketplaces/testing/memory-chain'
import { MoveAbort, MoveExecutionFailure } from '@opal/dev-chain/modules/move-module'
import { type Address, parseAddress, toShortAddress } from '@opal/domain/address'
import { jsonAt } from '@opal/domain/json'
import { APT_COIN_TYPE, type PayloadArgument } from '@opal/domain/payload'
import type { MarketplaceContracts } from '@opal/marketplaces/adapter'
import { OPAL_CONTRACTS } from '@opal/marketplaces/opal/contracts'
import { type OtherCoin, playInCoin } from './other-coin.ts'
import {
  EVENT_STRUCTS,
  type Holdings,
  PEOPLE,
  type Scenario,
  type ScenarioAbort,
  type ScenarioArgument,
  type ScenarioCall,
  type ScenarioEvent,
  START_OCTAS,
} from './scenario.ts'
import { resolveArgument, resolveSet } from './scenario-arguments.ts'
import { addressOf, applyWorldCall, arrange, FIRST_SECOND, idOf, PAYEE } from './scenario-world.ts'
import { type Parameter, SIGNATURES } from './signatures.ts'

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
      events.push(...playInCoin(chain, contracts, other, call, () => play(chain, contracts, names, call)))
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

function play(
  chain: MemoryChain,
  contracts: MarketplaceContracts,
  names: Map<string, Address>,
  call: ScenarioCall,
): readonly ScenarioEvent[] {
  chain.nowSeconds = BigInt(call.at ?? FIRST_SECOND)
  if (call.call.startsWith('world::')) {
    applyWorldCall(chain, names, call)
    return []
  }
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
