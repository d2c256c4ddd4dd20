import { abortsOf } from '../aborts.ts'
import { SECONDS_PER_YEAR } from './ans-account.ts'

const APT = 100_000_000n
/** Aborts of the names' module. */
export const ansAbort = abortsOf('0x585fc9f0f0c54183b039ffc770ca282ebd87307916c215a3e692f2f8e4305e82::v2_1_domains')

/** Returns octas per year of a domain by its length: prices of ours, in mainnet's steps. Subdomains are free. */
export function yearlyPrice(length: number): bigint {
  if (length <= 3) return 20n * APT
  if (length === 4) return 10n * APT
  return length === 5 ? 5n * APT : APT
}

/** @throws MoveAbort for a name that cannot be one. @source v2_1_domains::validate_name_string */
export function assertName(name: string): void {
  if (name.length < 3) throw ansAbort('invalid-argument', 11n, 'ENAME_TOO_SHORT', 'The domain is too short.')
  if (name.length > 63) {
    throw ansAbort('out-of-range', 10n, 'ENAME_TOO_LONG', 'The name exceeds the maximum number of utf8 glyphs')
  }
  if (!/^[a-z\d][a-z\d-]*[a-z\d]$/.test(name)) {
    const text = 'The domain name contains invalid characters: it is not a valid domain name'
    throw ansAbort('invalid-argument', 12n, 'ENAME_HAS_INVALID_CHARACTERS', text)
  }
}

/**
 * Returns the price of a registration or renewal, which is for whole years.
 * @throws MoveAbort
 * @source price_model::price_for_domain
 */
export function priceFor(name: string, seconds: bigint): bigint {
  if (seconds < SECONDS_PER_YEAR || seconds % SECONDS_PER_YEAR !== 0n) {
    throw ansAbort('invalid-argument', 25n, 'EDURATION_MUST_BE_WHOLE_YEARS', 'The duration must be whole years')
  }
  return yearlyPrice(name.length) * (seconds / SECONDS_PER_YEAR)
}
