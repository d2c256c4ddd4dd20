/** Returns seconds that something took. */
export async function secondsOf(run: () => void | Promise<void>): Promise<number> {
  const start = performance.now()
  await run()
  return (performance.now() - start) / 1_000
}
