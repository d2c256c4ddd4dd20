import { registerCoinStore } from '../ledger/coin-store.ts'
import { assertIsApt } from './apt-only.ts'
import { asExecution } from './as-execution.ts'
import { ANY_TYPE, entry, FRAMEWORK } from './define.ts'
import type { MoveModule } from './move-module.ts'

/** @source 0x1::managed_coin: the entry function by which an account asks for a coin store */
export const managedCoin: MoveModule = {
  address: FRAMEWORK,
  name: 'managed_coin',
  structs: [],
  functions: [
    entry(
      'register',
      ['&signer'],
      (context, types) => {
        assertIsApt(types[0])
        registerCoinStore(asExecution(context), context.sender)
      },
      ANY_TYPE,
    ),
  ],
}
