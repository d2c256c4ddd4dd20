import type { Address } from '@opal/domain/address'
import { APT_COIN_STORE } from './apt-state.ts'
import type { ExecutionContext } from './execution-context.ts'

/** Gives an account a coin store for APT, as older accounts have; one that has it keeps it. @source 0x1::coin::register */
export function registerCoinStore(context: ExecutionContext, account: Address): void {
  if (context.getResource(account, APT_COIN_STORE) !== null) return
  context.putResource(account, APT_COIN_STORE, {
    coin: { value: '0' },
    deposit_events: context.newEventHandle(account),
    frozen: false,
    withdraw_events: context.newEventHandle(account),
  })
}
