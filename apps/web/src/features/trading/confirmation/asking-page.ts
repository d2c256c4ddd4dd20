/** Trades whose wallet this page is asking. */
const here = new Set<string>()

/** Does this page itself wait for the wallet's answer? */
export function isAwaitedHere(tradeId: string): boolean {
  return here.has(tradeId)
}

/** Waits for a wallet's answer, and lets the site's other pages know that somebody does. */
export async function holdWhileAwaiting<Answer>(tradeId: string, ask: () => Promise<Answer>): Promise<Answer> {
  here.add(tradeId)
  try {
    return await (locks()?.request(nameOf(tradeId), ask) ?? ask())
  } finally {
    here.delete(tradeId)
  }
}

/** Resolves once no page waits for the answer any more: it has come, or the page is gone. */
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
