/** Returns whether a query loads for the first time. False after a failure, so that failed lookups do not block the user. */
export function isFirstLoad({ isPending, failureCount }: { isPending: boolean; failureCount: number }): boolean {
  return isPending && failureCount === 0
}

/** Returns whether a query was tried, and has no data: what it would say is unknown. */
export function isUnknown(query: { data: unknown; isPending: boolean; failureCount: number }): boolean {
  // Null is cached for what does not exist.
  return !query.data && !isFirstLoad(query)
}
