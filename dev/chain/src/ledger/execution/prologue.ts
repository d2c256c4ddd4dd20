import { ZERO_ADDRESS } from '@opal/domain/address'
import { authenticationKeyOf, sequenceNumberOf } from '../state/accounts.ts'
import { aptStoreAddress } from '../state/addresses.ts'
import { APT_COIN_STORE, coinStoreBalance, FUNGIBLE_STORE, fungibleStoreBalance } from '../state/apt-state.ts'
import type { StateReader } from '../state/state.ts'
import { signerClaims } from '../transactions/authenticate.ts'
import type { ParsedTransaction } from '../transactions/signed-transaction.ts'
import { MAX_GAS_UNIT_PRICE, MAX_GAS_UNITS, MIN_GAS_UNIT_PRICE, MIN_GAS_UNITS } from './gas-schedule.ts'
import type { VmStatusName } from './vm-status.ts'

/** Longest expiry of an orderless transaction. @source 0x1::nonce_validation MAX_EXPIRATION */
const MAX_ORDERLESS_EXPIRY_SECONDS = 100n

/** Input of the checks before execution. */
export interface PrologueEnvironment {
  readonly state: StateReader
  readonly chainId: number
  readonly nowSeconds: bigint
  /** Allows a sequence number that is ahead. The mempool holds such transactions back. */
  readonly mayBeEarly: boolean
  readonly isNonceUsed: (transaction: ParsedTransaction) => boolean
  readonly isSimulation?: boolean
}

const UNKNOWN_PAYER = ZERO_ADDRESS

/**
 * Returns whether a transaction is simulated without its sponsor: its gas is not paid.
 * @source 0x1::transaction_validation::skip_gas_payment
 */
export function skipsGasPayment({ gasPayer }: ParsedTransaction, isSimulation: boolean | undefined): boolean {
  return isSimulation === true && gasPayer === UNKNOWN_PAYER
}

/**
 * Runs the checks that let a transaction in: nothing is charged when one fails.
 * @returns the VM's status name, or null when all is well.
 * @source 0x1::transaction_validation::prologue_common
 */
export function prologueFault(transaction: ParsedTransaction, environment: PrologueEnvironment): VmStatusName | null {
  return gasFault(transaction) ?? envelopeFault(transaction, environment) ?? accountFault(transaction, environment)
}

function gasFault(transaction: ParsedTransaction): VmStatusName | null {
  if (transaction.maxGasAmount > MAX_GAS_UNITS) return 'MAX_GAS_UNITS_EXCEEDS_MAX_GAS_UNITS_BOUND'
  if (transaction.maxGasAmount < MIN_GAS_UNITS) return 'MAX_GAS_UNITS_BELOW_MIN_TRANSACTION_GAS_UNITS'
  if (transaction.gasUnitPrice < MIN_GAS_UNIT_PRICE) return 'GAS_UNIT_PRICE_BELOW_MIN_BOUND'
  if (transaction.gasUnitPrice > MAX_GAS_UNIT_PRICE) return 'GAS_UNIT_PRICE_ABOVE_MAX_BOUND'
  return null
}

function envelopeFault(transaction: ParsedTransaction, environment: PrologueEnvironment): VmStatusName | null {
  if (transaction.chainId !== environment.chainId) return 'BAD_CHAIN_ID'
  if (transaction.expirationSeconds <= environment.nowSeconds) return 'TRANSACTION_EXPIRED'
  for (const { address, authenticationKey } of signerClaims(transaction)) {
    if (authenticationKey !== null && authenticationKey !== authenticationKeyOf(environment.state, address)) {
      return 'INVALID_AUTH_KEY'
    }
  }
  return null
}

function accountFault(transaction: ParsedTransaction, environment: PrologueEnvironment): VmStatusName | null {
  const { state } = environment
  if (transaction.replayNonce !== null) {
    const tooFar = transaction.expirationSeconds > environment.nowSeconds + MAX_ORDERLESS_EXPIRY_SECONDS
    if (tooFar) return 'TRANSACTION_EXPIRATION_TOO_FAR_IN_FUTURE'
    if (environment.isNonceUsed(transaction)) return 'NONCE_ALREADY_USED'
  } else {
    const expected = sequenceNumberOf(state, transaction.sender) ?? 0n
    if (transaction.sequenceNumber < expected) return 'SEQUENCE_NUMBER_TOO_OLD'
    if (transaction.sequenceNumber > expected && !environment.mayBeEarly) return 'SEQUENCE_NUMBER_TOO_NEW'
  }
  if (skipsGasPayment(transaction, environment.isSimulation)) return null
  const deposit = transaction.maxGasAmount * transaction.gasUnitPrice
  if (aptBalance(state, transaction) < deposit) return 'INSUFFICIENT_BALANCE_FOR_TRANSACTION_FEE'
  return null
}

function aptBalance(state: StateReader, { gasPayer }: ParsedTransaction): bigint {
  const coins = coinStoreBalance(state.get(gasPayer, APT_COIN_STORE)) ?? 0n
  return coins + (fungibleStoreBalance(state.get(aptStoreAddress(gasPayer), FUNGIBLE_STORE)) ?? 0n)
}
