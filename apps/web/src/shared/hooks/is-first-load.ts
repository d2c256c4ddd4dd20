/** Returns whether a query loads for the first time. False after a failure, so that failed lookups do not block the user. */
export function isFirstLoad({ isPending, failureCount }: { isPending: boolean; failureCount: number }): boolean {
  return isPending && failureCount === 0
}
