const SECONDS_BELOW = 10n ** 11n
const MILLISECONDS_BELOW = 10n ** 14n

/**
 * Returns the deadline of a bid in Unix seconds. Which unit the contracts of Topaz and BlueMove take is not settled: of Topaz one client
 * sends seconds, another microseconds. So the size decides.
 * @source docs/reference/marketplace-contracts.md#topaz-deadlines-and-fees
 */
export function deadlineSeconds(deadline: bigint): bigint {
  if (deadline < SECONDS_BELOW) return deadline
  return deadline < MILLISECONDS_BELOW ? deadline / 1_000n : deadline / 1_000_000n
}
