const SECONDS_BELOW = 10n ** 11n
const MILLISECONDS_BELOW = 10n ** 14n

/**
 * A bid's deadline in Unix seconds. Which unit the contract takes is not settled: one client sends seconds, another
 * microseconds, so the size decides.
 * @source marketplaces reference 7.5; `decode.test.ts` pins this reading
 */
export function deadlineSeconds(deadline: bigint): bigint {
  if (deadline < SECONDS_BELOW) return deadline
  return deadline < MILLISECONDS_BELOW ? deadline / 1_000n : deadline / 1_000_000n
}

const MOST_SECONDS = (2n ** 64n - 1n) / 1_000_000n

/** A deadline as a call carries it: in microseconds, as the client sends it that says why; at most what a u64 holds. */
export function deadlineOf(expiresAtSeconds: bigint): string {
  const seconds = expiresAtSeconds < MOST_SECONDS ? expiresAtSeconds : MOST_SECONDS
  return String(seconds * 1_000_000n)
}
