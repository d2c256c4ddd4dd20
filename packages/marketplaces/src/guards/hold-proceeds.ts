import type { Address } from '@opal/domain/address'
import { APT_COIN_TYPE, type EntryFunctionPayload } from '@opal/domain/payload'
import type { ReturnedValue, ScriptedCall } from '../aggregator/compose-script.ts'

/**
 * Returns the calls of a script that makes some calls of a sale, and aborts when they bring the seller less than is agreed, whichever marketplaces
 * they are of. It puts aside all APT of the seller first, so that what there is after the calls is what they brought, moves the least of that to
 * the seller's own account, which aborts where there is less, and puts the rest back. The seller's balance of before is no part of it, so nothing
 * that is paid to them in the meantime counts. Only the seller may sign it: an account that could make the calls, too, would leave the seller's sum
 * with the seller. A listing is taken back by its seller alone, and a v2 token is sold by its owner alone.
 * @param seller who signs: all that is put aside goes back to this account.
 * @param leastOctas the least that the calls bring, gas left out.
 * @source 0x1::coin balance, withdraw, transfer, deposit
 */
export function heldToProceeds(
  seller: Address,
  calls: readonly EntryFunctionPayload[],
  leastOctas: bigint,
): readonly ScriptedCall[] {
  return [
    coin('balance', seller),
    coin('withdraw', BALANCE),
    ...calls,
    coin('transfer', seller, String(leastOctas)),
    coin('deposit', seller, ASIDE),
  ]
}

/** Results of the first two calls. */
const [BALANCE, ASIDE] = [{ returnedBy: 0 }, { returnedBy: 1 }] as const

function coin(name: string, ...functionArguments: readonly (string | ReturnedValue)[]): ScriptedCall {
  return { function: `0x1::coin::${name}`, typeArguments: [APT_COIN_TYPE], functionArguments }
}
