import type { Address } from '@opal/domain/address'
import { FAUCET_ADDRESS } from '../ledger/faucet-account.ts'
import { asExecution } from './as-execution.ts'
import { entry, FRAMEWORK, struct } from './define.ts'
import { MoveAbort, type MoveModule } from './move-module.ts'

/** @source 0x1::aptos_coin: `mint` exists on test networks only */
export const aptosCoin: MoveModule = {
  address: FRAMEWORK,
  name: 'aptos_coin',
  structs: [struct('AptosCoin', { dummy_field: 'bool' })],
  functions: [
    entry('mint', ['&signer', 'address', 'u64'], (context, _types, args) => {
      const [to, octas] = args as readonly [Address, bigint]
      if (context.sender !== FAUCET_ADDRESS) throw noCapabilities()
      asExecution(context).apt.mint(octas)
      context.depositApt(to, octas)
    }),
  ],
}

function noCapabilities(): MoveAbort {
  const text = 'Account does not have mint capability'
  return new MoveAbort('0x1::aptos_coin', 0x10001n, 'ENO_CAPABILITIES', text)
}
