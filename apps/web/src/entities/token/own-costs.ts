import { createStore } from '../../shared/hooks/store.ts'
import { isAddress, isListOf, isObject, isWhole } from '../../shared/storage/guards.ts'
import { followStored, readStored, writeStored } from '../../shared/storage/storage.ts'

const KEY = 'opal.costs'
/** Maximum of stored costs; the oldest is deleted first. */
const MAX_COSTS = 2_000

const isCosts = isListOf(
  isObject({
    wallet: isAddress,
    tokenDataId: isAddress,
    octas: isWhole,
  }),
  MAX_COSTS,
)

/** Cost that a user enters for a token whose cost is not on chain. */
export interface OwnCost {
  readonly wallet: string
  readonly tokenDataId: string
  /** For all that the wallet holds of the token. */
  readonly octas: string
}

/** Costs that the user has set by hand, stored in this browser only. @source docs/product/portfolio-and-pnl.md#own-costs */
export const ownCosts = createStore<readonly OwnCost[]>([])

/** Loads the costs from local storage and follows changes of other tabs. @returns stops following. */
export function openOwnCosts(): () => void {
  return followStored([KEY], () => ownCosts.set(readStored(KEY, isCosts) ?? []))
}

/** Returns the cost that the user set for a token of a wallet, in octas; null where there is none. */
export function ownCostOf(costs: readonly OwnCost[], wallet: string | null, tokenDataId: string): string | null {
  return costs.find((cost) => cost.wallet === wallet && cost.tokenDataId === tokenDataId)?.octas ?? null
}

/** Sets the cost of a token of a wallet. @param octas null takes it away. */
export function setOwnCost(wallet: string, tokenDataId: string, octas: bigint | null): void {
  const others = ownCosts.get().filter((cost) => cost.wallet !== wallet || cost.tokenDataId !== tokenDataId)
  const next = octas === null ? others : [...others, { wallet, tokenDataId, octas: String(octas) }].slice(-MAX_COSTS)
  ownCosts.set(next)
  writeStored(KEY, next)
}
