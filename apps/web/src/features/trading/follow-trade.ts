import type { ChainNode } from '../../lib/chain-node.ts'
import type { Trade } from './pending-trades.ts'

/** How often node and index are asked, and how long an unknown transaction is believed in. Milliseconds. */
const ASK_EVERY_MS = 600
const LOST_AFTER_MS = 90_000

export interface FollowTradeOptions {
  readonly node: Pick<ChainNode, 'transaction' | 'transactionAt'>
  /** Last ledger version in the index; null while it cannot be told. */
  indexVersion(): Promise<bigint | null>
  /** Says what became of a failed transaction in words. */
  explain(vmStatus: string): string
  update(change: Partial<Trade>): void
  now(): number
  wait(ms: number): Promise<void>
  readonly signal: AbortSignal
}

/**
 * Follows a transaction until the chain has decided and the index has caught up, so that what is shown afterwards is read
 * back and not hoped for.
 * @returns the state it ended in; another when it was told to stop before.
 */
export async function followTrade(trade: Trade, options: FollowTradeOptions): Promise<Trade['state']> {
  const found = trade.hash ?? (await untilFound(trade, options))
  if (found === null) return options.signal.aborted ? trade.state : 'lost'
  const version = trade.version === null ? await untilCommitted(found, trade, options) : BigInt(trade.version)
  if (typeof version !== 'bigint') return version
  while (!options.signal.aborted) {
    const reached = await options.indexVersion()
    if (reached !== null && reached >= version) {
      options.update({ state: 'confirmed' })
      return 'confirmed'
    }
    await options.wait(ASK_EVERY_MS)
  }
  return 'indexing'
}

/** What the account sent at the number it was asked at: that, or nothing of ours. @returns its hash; null when it is lost. */
async function untilFound(trade: Trade, options: FollowTradeOptions): Promise<string | null> {
  if (trade.sequenceNumber === null) return lose(options, NOT_HEARD)
  while (!options.signal.aborted) {
    // A node that cannot be reached says nothing about the transaction.
    const sent = await options.node
      .transactionAt(trade.walletAddress, BigInt(trade.sequenceNumber))
      .catch(() => undefined)
    if (sent !== undefined && sent !== null) {
      if (sent.call !== trade.call) return lose(options, NOT_SENT)
      options.update({ hash: sent.hash, state: 'submitted' })
      return sent.hash
    }
    if (sent === null && options.now() - trade.submittedAtMs > LOST_AFTER_MS) return lose(options, NOT_SENT)
    await options.wait(ASK_EVERY_MS)
  }
  return null
}

const NOT_SENT = 'It was never sent: the page was closed before you approved it. Nothing was moved.'
const NOT_HEARD =
  'The page was closed before your wallet answered. Look at the activity of your wallet before you try again.'

function lose({ update }: FollowTradeOptions, sentence: string): null {
  update({ state: 'lost', sentence })
  return null
}

/** @returns the version of a success, otherwise the state the trade ended in. */
async function untilCommitted(
  hash: string,
  trade: Trade,
  options: FollowTradeOptions,
): Promise<bigint | 'failed' | 'lost' | 'submitted'> {
  while (!options.signal.aborted) {
    const outcome = await options.node.transaction(hash).catch(() => null)
    if (outcome?.state === 'committed') {
      const version = String(outcome.version)
      if (outcome.success) {
        options.update({ state: 'indexing', version })
        return outcome.version
      }
      options.update({ state: 'failed', version, sentence: options.explain(outcome.vmStatus) })
      return 'failed'
    }
    if (outcome?.state === 'unknown' && options.now() - trade.submittedAtMs > LOST_AFTER_MS) {
      options.update({ state: 'lost' })
      return 'lost'
    }
    await options.wait(ASK_EVERY_MS)
  }
  return 'submitted'
}
