import { type Address, toShortAddress, ZERO_ADDRESS } from '@opal/domain/address'
import type { DeployedMarketplace } from '@opal/marketplaces/contracts/network-contracts'
import type { MoveContext, MoveFunction, MoveModule, MoveValue } from '../../modules/move-module.ts'
import { coinEntry, value } from '../aptos-example/move-function.ts'
import { listOf } from '../aptos-example/move-values.ts'
import { aggregatorAbort, type OrderLine, readLines } from './aggregator-arguments.ts'
import { type Aggregator, purchase, reach, tryPurchase } from './purchase-orders.ts'

const ADDRESSES = 'vector<address>'
const STRINGS = 'vector<0x1::string::String>'
const NUMBERS = 'vector<u64>'
const STRING = '0x1::string::String'
/** In place of a token object for v1 tokens, which are identified by their names. */
const NO_OBJECT = ZERO_ADDRESS

/**
 * Returns the aggregator as the localnet runs it: functions, arguments, events and aborts of
 * `contracts/aggregator`.
 * @throws TypeError when the native marketplace is not among the marketplaces: batches are moved to it.
 */
export function aggregatorModule(packageAddress: Address, marketplaces: readonly DeployedMarketplace[]): MoveModule {
  const native = marketplaces.find(({ adapter }) => adapter.isNative)
  if (native === undefined) throw new TypeError('The aggregator needs the native marketplace.')
  const aggregator: Aggregator = { prefix: toShortAddress(packageAddress), marketplaces }
  const feeSchedule = `0x1::object::Object<${toShortAddress(native.contracts.packageAddress)}::fee_schedule::FeeSchedule>`
  return {
    address: packageAddress,
    name: 'aggregator',
    structs: [purchaseTried],
    functions: [
      ...purchases(aggregator),
      ...[false, true].map((checksProceeds) =>
        delistAndListMany(aggregator, native.adapter.id, feeSchedule, checksProceeds),
      ),
      instantSell(aggregator, feeSchedule),
      instantSellForAtLeast(aggregator, feeSchedule),
    ],
  }
}

const purchaseTried = {
  ...value('PurchaseTried', [
    ['purchaser', 'address'],
    ['id', 'address'],
    ['marketplace', STRING],
    ['token_name', STRING],
    ['outcome', 'u8'],
    ['paid', 'u64'],
  ]),
  isEvent: true,
}

type Buy = (aggregator: Aggregator, context: MoveContext, coin: string, line: OrderLine, agreed: bigint) => void

function purchases(aggregator: Aggregator): readonly MoveFunction[] {
  const parameters = [ADDRESSES, STRINGS, 'address', STRING, STRINGS, NUMBERS, NUMBERS, 'u64']
  const many = (name: string, buy: Buy): MoveFunction =>
    coinEntry(name, parameters, (context, [coin = ''], args) => {
      const [ids, marketplaces, creator, collection, names, versions, prices, quantity] = args
      requireOne(aggregator, quantity)
      const sole = { creator: creator as Address, collection: String(collection) }
      const lines = readLines(aggregator.prefix, { ids, marketplaces, names, versions }, [prices], sole)
      for (const [at, agreed] of listOf(prices).entries()) {
        buy(aggregator, context, coin, lines[at] as OrderLine, agreed as bigint)
      }
    })
  return [many('purchase_many', purchase), many('try_purchase_many', tryPurchase)]
}

/** @param checksProceeds whether it is the call that also takes what a sale of each has to bring. */
function delistAndListMany(
  aggregator: Aggregator,
  nativeId: string,
  feeSchedule: string,
  checksProceeds: boolean,
): MoveFunction {
  const [suffix, more] = checksProceeds ? (['_for_at_least', [NUMBERS]] as const) : (['', []] as const)
  const parameters = [ADDRESSES, STRINGS, ADDRESSES, 'address', STRING, STRINGS, NUMBERS, feeSchedule, NUMBERS, ...more]
  return coinEntry(`delist_and_list_many${suffix}`, parameters, (context, [coin = ''], args) => {
    const [ids, marketplaces, tokens, creator, collection, names, versions, schedule, prices, proceeds] = args
    const sole = { creator: creator as Address, collection: String(collection) }
    const others = [tokens, prices, ...(checksProceeds ? [proceeds] : [])]
    const lines = readLines(aggregator.prefix, { ids, marketplaces, names, versions }, others, sole)
    const own = reach(aggregator, context, coin, nativeId)
    for (const [at, line] of lines.entries()) {
      const from = reach(aggregator, context, coin, line.marketplace)
      from.routes.delist(from.environment, line)
      const token = listOf(tokens)[at] as Address
      const price = listOf(prices)[at] as bigint
      const least = checksProceeds ? (listOf(proceeds)[at] as bigint) : undefined
      own.routes.list?.(own.environment, line, token === NO_OBJECT ? null : token, schedule as Address, price, least)
    }
  })
}

const SALE_PARAMETERS = [ADDRESSES, STRINGS, ADDRESSES, STRINGS, STRINGS, 'u64', NUMBERS] as const

function instantSell(aggregator: Aggregator, feeSchedule: string): MoveFunction {
  return coinEntry('instant_sell', [...SALE_PARAMETERS, feeSchedule, NUMBERS], (context, [coin = ''], args) => {
    for (const sell of readSales(aggregator, context, coin, args)) sell()
  })
}

function instantSellForAtLeast(aggregator: Aggregator, feeSchedule: string): MoveFunction {
  const parameters = [...SALE_PARAMETERS, feeSchedule, NUMBERS, NUMBERS, 'u64']
  return coinEntry('instant_sell_for_at_least', parameters, (context, [coin = ''], args) => {
    const [leasts, least] = args.slice(-2)
    const sales = readSales(aggregator, context, coin, args)
    if (listOf(leasts).length !== sales.length) throw aggregatorAbort(aggregator.prefix, 'EUNEQUAL_LENGTHS')
    let total = 0n
    for (const [at, sell] of sales.entries()) {
      const before = context.balanceApt(context.sender)
      sell()
      const proceeds = context.balanceApt(context.sender) - before
      if (proceeds < 0n || proceeds < (listOf(leasts)[at] as bigint)) throw proceedsFell(aggregator)
      total += proceeds
    }
    if (total < (least as bigint)) throw proceedsFell(aggregator)
  })
}

function proceedsFell({ prefix }: Aggregator) {
  return aggregatorAbort(prefix, 'EPROCEEDS_FELL')
}

/**
 * Returns the sales of a call, as functions that execute them.
 * @throws MoveAbort unless the lists are equally long and every amount is 1
 */
function readSales(
  aggregator: Aggregator,
  context: MoveContext,
  coin: string,
  args: readonly MoveValue[],
): readonly (() => void)[] {
  const [ids, marketplaces, tokens, collections, names, quantity, versions, schedule, amounts] = args
  requireOne(aggregator, quantity)
  // The collections are those that the offers name.
  const sole = { creator: NO_OBJECT, collection: '' }
  const lists = { ids, marketplaces, names, versions }
  const lines = readLines(aggregator.prefix, lists, [tokens, collections, amounts], sole)
  for (const amount of listOf(amounts)) requireOne(aggregator, amount)
  return lines.map((line, at) => () => {
    const { routes, environment } = reach(aggregator, context, coin, line.marketplace)
    if (routes.sell === undefined) throw aggregatorAbort(aggregator.prefix, 'EUNSUPPORTED')
    routes.sell(environment, line, listOf(tokens)[at] as Address, schedule as Address)
  })
}

function requireOne({ prefix }: Aggregator, quantity: MoveValue | undefined): void {
  if (quantity !== 1n) throw aggregatorAbort(prefix, 'EQUANTITY_NOT_ONE')
}
