/** Status numbers of the VM for transactions that are refused before execution. @source move-core-types vm_status */
export const VM_STATUS = {
  INVALID_SIGNATURE: 1,
  INVALID_AUTH_KEY: 2,
  SEQUENCE_NUMBER_TOO_OLD: 3,
  SEQUENCE_NUMBER_TOO_NEW: 4,
  INSUFFICIENT_BALANCE_FOR_TRANSACTION_FEE: 5,
  TRANSACTION_EXPIRED: 6,
  EXCEEDED_MAX_TRANSACTION_SIZE: 10,
  MAX_GAS_UNITS_EXCEEDS_MAX_GAS_UNITS_BOUND: 13,
  MAX_GAS_UNITS_BELOW_MIN_TRANSACTION_GAS_UNITS: 14,
  GAS_UNIT_PRICE_BELOW_MIN_BOUND: 15,
  GAS_UNIT_PRICE_ABOVE_MAX_BOUND: 16,
  BAD_CHAIN_ID: 23,
  FEATURE_UNDER_GATING: 26,
  NONCE_ALREADY_USED: 46,
  TRANSACTION_EXPIRATION_TOO_FAR_IN_FUTURE: 47,
} as const

export type VmStatusName = keyof typeof VM_STATUS

export const EXECUTED = 'Executed successfully'
export const OUT_OF_GAS = 'Out of gas'

/** Returns the status of a transaction that is committed although it could not run. */
export function committedWithError(status: string): string {
  return `Transaction Executed and Committed with Error ${status}`
}
