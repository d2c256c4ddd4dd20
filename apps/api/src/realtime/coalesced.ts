/**
 * Creates a function that does some work, and once more for calls that came while it was done. A call resolves when work that began
 * after it has ended, or failed.
 */
export function coalesced(work: () => Promise<void>, onError: (error: unknown) => void): () => Promise<void> {
  let running: Promise<void> | null = null
  let again = false
  const run = async (): Promise<void> => {
    do {
      again = false
      await work().catch(onError)
    } while (again)
    running = null
  }
  return () => {
    again = true
    running ??= run()
    return running
  }
}
