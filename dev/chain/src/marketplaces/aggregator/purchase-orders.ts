import { toShortAddress } from '@opal/domain/address'
import { APT_COIN_TYPE } from '@opal/domain/payload'
import { PURCHASE_OUTCOMES, type PurchaseOutcome } from '@opal/marketplaces/aggregator/contracts'
import type { DeployedMarketplace } from '@opal/marketplaces/contracts/network-contracts'
import type { MoveContext } from '../../modules/move-module.ts'
import { simulatorOf } from '../registry.ts'
import { aggregatorAbort, type OrderLine } from './aggregator-arguments.ts'
import type { AggregatorRoutes, RouteEnvironment } from './routes.ts'

/** The aggregator as it runs: its package, and the marketplaces it reaches. */
export interface Aggregator {
  /** Short address of the package. */
  readonly prefix: string
  readonly marketplaces: readonly DeployedMarketplace[]
}

/** Returns a marketplace's routes, with what they work with. @throws MoveAbort EUNKNOWN_MARKETPLACE */
export function reach(aggregator: Aggregator, context: MoveContext, coin: string, marketplace: string) {
  const found = aggregator.marketplaces.find(({ adapter }) => adapter.id === marketplace)
  const routes: AggregatorRoutes | undefined = found && simulatorOf(found.adapter.id).routes
  if (found === undefined || routes === undefined) throw aggregatorAbort(aggregator.prefix, 'EUNKNOWN_MARKETPLACE')
  const environment: RouteEnvironment = { context, contracts: found.contracts, coin, aggregator: aggregator.prefix }
  return { routes, environment }
}

/**
 * Buys one token and watches the balance, whatever the marketplace's own call checks.
 * @returns octas that it cost.
 * @throws MoveAbort
 */
export function purchase(
  aggregator: Aggregator,
  context: MoveContext,
  coin: string,
  line: OrderLine,
  agreed: bigint,
): bigint {
  const before = context.balanceApt(context.sender)
  const { routes, environment } = reach(aggregator, context, coin, line.marketplace)
  routes.buy(environment, line, agreed)
  const after = context.balanceApt(context.sender)
  const paid = after < before ? before - after : 0n
  if (paid > agreed) throw aggregatorAbort(aggregator.prefix, 'EPRICE_ROSE')
  return paid
}

/** Predicts the outcome of an order, as far as another module can see it. @throws MoveAbort EUNKNOWN_MARKETPLACE */
function prospect(
  aggregator: Aggregator,
  context: MoveContext,
  coin: string,
  line: OrderLine,
  agreed: bigint,
): PurchaseOutcome {
  const { routes, environment } = reach(aggregator, context, coin, line.marketplace)
  const asked = routes.askedOctas(environment, line.id, agreed)
  if (asked === null) return PURCHASE_OUTCOMES.notFound
  if (asked > agreed) return PURCHASE_OUTCOMES.priceRose
  // The localnet has one coin: balances of others are 0.
  const balance = coin === APT_COIN_TYPE || routes.isPaidInApt ? context.balanceApt(context.sender) : 0n
  return asked > balance ? PURCHASE_OUTCOMES.notEnoughCoins : PURCHASE_OUTCOMES.bought
}

/** Purchases as {@link purchase} does, but leaves out an order that would fail; an event states the outcome of each. */
export function tryPurchase(
  aggregator: Aggregator,
  context: MoveContext,
  coin: string,
  line: OrderLine,
  agreed: bigint,
): void {
  const outcome = prospect(aggregator, context, coin, line, agreed)
  const paid = outcome === PURCHASE_OUTCOMES.bought ? purchase(aggregator, context, coin, line, agreed) : 0n
  context.emit(`${aggregator.prefix}::aggregator::PurchaseTried`, {
    id: toShortAddress(line.id),
    marketplace: line.marketplace,
    outcome,
    paid: String(paid),
    purchaser: toShortAddress(context.sender),
    token_name: line.tokenName,
  })
}
