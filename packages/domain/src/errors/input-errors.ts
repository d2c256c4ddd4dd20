import { MarketError } from './base.ts'

/** Text that should be an Aptos address is not one. */
export class InvalidAddressError extends MarketError {
  override readonly code = 'invalid-address'
  constructor(text: string) {
    super(`"${text.slice(0, 80)}" is not an Aptos address: expected 0x and 1 to 64 hex digits.`)
  }
}

/** An amount is not a whole, non-negative number of octas within u64. */
export class InvalidAmountError extends MarketError {
  override readonly code = 'invalid-amount'
  constructor(text: string) {
    super(`"${text.slice(0, 80)}" is not an amount: expected a whole number of octas from 0 to 2^64-1.`)
  }
}
