/** Largest number of results that one function caches. */
const CACHE_LIMIT = 20_000

/** Returns a function that computes the result of a key once. Transactions choose keys: a full cache is emptied. */
export function cached<Key, Made extends NonNullable<unknown>>(
  compute: (key: Key) => Made,
  limit = CACHE_LIMIT,
): (key: Key) => Made {
  const cache = new Map<Key, Made>()
  return (key) => {
    const known = cache.get(key)
    if (known !== undefined) return known
    const made = compute(key)
    if (cache.size >= limit) cache.clear()
    cache.set(key, made)
    return made
  }
}
