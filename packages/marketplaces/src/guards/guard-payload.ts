import { toAddressOrNull, toShortAddress } from '@opal/domain/address'
import type { EntryFunctionPayload, TradePayload } from '@opal/domain/payload'
import { MAX_OCTAS } from '@opal/domain/prices/octas'
import type { DeployedMarketplace } from '../contracts/network-contracts.ts'
import { serializeGuardScript } from './guard-script.ts'

/** Entry functions of our own package to those that take a limit as their last argument. @source contracts/marketplace */
const OWN_GUARDED: Readonly<Record<string, string>> = {
  'coin_listing::purchase': 'coin_listing::purchase_for_at_most',
  'coin_listing::purchase_many': 'coin_listing::purchase_many_for_at_most',
  'marketplace_scripts::purchase_many': 'marketplace_scripts::purchase_many_for_at_most',
  'token_offer::sell_tokenv2': 'token_offer::sell_tokenv2_for_at_least',
  'token_offer::sell_tokenv1_entry': 'token_offer::sell_tokenv1_for_at_least',
  'collection_offer::sell_tokenv2': 'collection_offer::sell_tokenv2_for_at_least',
  'collection_offer::sell_tokenv1_entry': 'collection_offer::sell_tokenv1_for_at_least',
}

/** Entry functions of our own package that always take a limit, as their last argument. @source contracts/marketplace pool_offer */
const ALWAYS_LIMITED: ReadonlySet<string> = new Set([
  'pool_offer::sell_tokenv2_for_at_least',
  'pool_offer::sell_tokenv1_for_at_least',
])

/** Batches by plain addresses, which scripts make by the batch of objects: their arguments are the same bytes. */
const SAME_ARGUMENTS: Readonly<Record<string, string>> = {
  'marketplace_scripts::purchase_many': 'coin_listing::purchase_many',
}

/**
 * Makes a purchase or a sale abort on chain when the signer pays more, or receives less, than they agreed to: by the
 * package's own guarded call where it has one, else by a guard script around the call.
 * @param limitOctas the most that a purchase takes out of the signer's APT, gas left out; the least that a sale brings.
 * @returns null when nothing guards this call: see docs/reference/guarantees.md.
 */
export function guardPayload(
  marketplace: DeployedMarketplace,
  payload: EntryFunctionPayload,
  limitOctas: bigint,
): TradePayload | null {
  const guarded = guardedCall(marketplace, payload, limitOctas)
  if (guarded !== null) return guarded
  const { address, call } = partsOf(payload)
  const package_ = toAddressOrNull(address)
  if (package_ === null) return null
  const target = `${toShortAddress(package_)}::${SAME_ARGUMENTS[call] ?? call}`
  const script = marketplace.adapter.guardScripts?.find((each) => each.target === target)
  return script === undefined ? null : serializeGuardScript(script, payload.functionArguments, heldTo(limitOctas))
}

/** Guards as {@link guardPayload} does, by the package's own guarded call only, of which a script can be composed. */
export function guardedCall(
  { contracts }: DeployedMarketplace,
  payload: EntryFunctionPayload,
  limitOctas: bigint,
): EntryFunctionPayload | null {
  const { address, call } = partsOf(payload)
  if (contracts.hasGuardedCalls !== true) return null
  if (ALWAYS_LIMITED.has(call))
    return { ...payload, functionArguments: [...payload.functionArguments.slice(0, -1), String(heldTo(limitOctas))] }
  const guarded = OWN_GUARDED[call]
  if (guarded === undefined) return null
  const functionArguments = [...payload.functionArguments, String(heldTo(limitOctas))]
  return { ...payload, function: `${address}::${guarded}` as EntryFunctionPayload['function'], functionArguments }
}

/**
 * Returns a limit as calls can say it. Anyone can list at any price: several together may cost more than anyone can have, and
 * more than a limit can say.
 */
export function heldTo(limitOctas: bigint): bigint {
  return limitOctas < MAX_OCTAS ? limitOctas : MAX_OCTAS
}

function partsOf({ function: id }: EntryFunctionPayload) {
  const [address = '', module = '', name = ''] = id.split('::')
  return { address, call: `${module}::${name}` }
}
