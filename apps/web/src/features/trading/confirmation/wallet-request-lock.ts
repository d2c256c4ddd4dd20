/** Trades whose wallet this page is asking. */
const here = new Set<string>()

/** Returns whether this page awaits the wallet's response. */
export function isAwaitedHere(tradeId: string): boolean {
  return here.has(tradeId)
}

/** Awaits a wallet's response under a lock, by which other pages of the site know that this page waits. */
export async function holdWhileAwaiting<Answer>(tradeId: string, ask: () => Promise<Answer>): Promise<Answer> {
  here.add(tradeId)
  try {
    return await (locks()?.request(nameOf(tradeId), ask) ?? ask())
  } finally {
    here.delete(tradeId)
  }
}

/** Resolves once no page awaits the response any more: it has arrived, or the page was closed. */
export async function untilNotAwaited(tradeId: string): Promise<void> {
  await locks()?.request(nameOf(tradeId), async () => {})
}

function nameOf(tradeId: string): string {
  return `opal.asking.${tradeId}`
}

/** Locks end with their page. Browsers have none where the site is not served securely: there every other page counts as gone. */
function locks(): LockManager | undefined {
  return navigator.locks
}
