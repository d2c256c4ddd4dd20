/** Is this asked for the first time, and not answered yet? What cannot be read holds nobody up. */
export function isStillComing({ isPending, failureCount }: { isPending: boolean; failureCount: number }): boolean {
  return isPending && failureCount === 0
}
