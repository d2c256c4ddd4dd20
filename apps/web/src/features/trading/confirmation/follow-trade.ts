import { toAddressOrNull } from '@opal/domain/address'
import { noteSeenVersion } from '../../../app/loading/seen-version.ts'
import type { ChainNode, OwnTransaction, TransactionOutcome } from '../../../entities/wallet/chain-node.ts'
import { SIGN_WITHIN_SECONDS } from '../../../entities/wallet/sign-within.ts'
import { mayStillCome, type Trade } from './pending-trades.ts'

/** Polling interval of node and index, milliseconds. */
const ASK_EVERY_MS = 600
/** How long an unknown transaction is awaited, milliseconds: until the chain refuses it, and a little more. */
const LOST_AFTER_MS = (SIGN_WITHIN_SECONDS + 15) * 1_000
/**
 * Polling interval and duration for a transaction that was given up, and for one that is unknown to a node which is behind. Milliseconds.
 * Nodes keep a transaction for ten minutes at most, whatever expiration a wallet gave it.
 */
const LOOK_AGAIN_EVERY_MS = 5_000
const LOOK_AGAIN_FOR_MS = 10 * 60_000

export interface FollowTradeOptions {
  readonly node: Pick<ChainNode, 'transaction' | 'transactionAt' | 'ledgerTimeMs'>
  /** Last ledger version in the index; null while it is unknown. */
  indexVersion(): Promise<bigint | null>
  /** Says what became of a failed transaction in words. */
  explain(vmStatus: string): string
  /** All that this browser asked a wallet for. */
  all(): readonly Trade[]
  update(change: Partial<Trade>): void
  now(): number
  wait(ms: number): Promise<void>
  readonly signal: AbortSignal
}

/**
 * Follows a transaction until the chain has decided and the index has caught up, so that the result on the page is read back, not assumed. A
 * transaction that had been given up is looked for once more, silently until it is found.
 * @returns the state it ended in; another when it was stopped before.
 */
export async function followTrade(trade: Trade, options: FollowTradeOptions): Promise<Trade['state']> {
  const found = trade.hash ?? (await untilFound(trade, options))
  if (found === null) return options.signal.aborted ? trade.state : 'lost'
  const version = trade.version === null ? await untilCommitted(found, trade, options) : BigInt(trade.version)
  if (typeof version !== 'bigint') return version
  while (!options.signal.aborted) {
    const reached = await options.indexVersion()
    if (reached !== null && reached >= version) {
      noteSeenVersion(version)
      options.update({ state: 'confirmed' })
      return 'confirmed'
    }
    await options.wait(ASK_EVERY_MS)
  }
  return 'indexing'
}

/** Finds the transaction that the account sent with the trade's sequence number. @returns its hash; null when it is lost. */
async function untilFound(trade: Trade, options: FollowTradeOptions): Promise<string | null> {
  if (trade.sequenceNumber === null) return lose(options, { sentence: NOT_HEARD })
  const deadline = startDeadline(trade, options)
  while (!options.signal.aborted) {
    // A node that cannot be reached says nothing about the transaction.
    const sent = await options.node
      .transactionAt(trade.walletAddress, BigInt(trade.sequenceNumber))
      .catch(() => undefined)
    const owner = sent === undefined || sent === null ? 'unknown' : ownerOf(sent, trade, options.all())
    if (owner === 'another') {
      const sentence = (await mayHaveFollowed(trade, options)) ? NOT_HEARD : NEVER_SENT
      return lose(options, { sentence, sequenceNumber: null })
    }
    if (owner === 'earlier') return lose(options, { sentence: NOT_HEARD, sequenceNumber: null })
    if (owner === 'this' && sent) {
      options.update({ hash: sent.hash, state: 'submitted', sentence: null })
      return sent.hash
    }
    if (sent === null && (await deadline.isOver())) return deadline.giveUp({ sentence: NOT_SENT })
    await options.wait(deadline.everyMs())
  }
  return null
}

/**
 * Returns whose transaction has a trade's sequence number. Another attempt of the same kind may have used it; unknown while its wallet is
 * being asked. A transaction that was sent earlier proves nothing: the node had not counted it when this trade's number was read.
 */
function ownerOf(
  { hash, call, executedAtMs }: OwnTransaction,
  trade: Trade,
  all: readonly Trade[],
): 'this' | 'another' | 'earlier' | 'unknown' {
  const rivals = all.filter(
    ({ id, walletAddress, sequenceNumber }) =>
      id !== trade.id && walletAddress === trade.walletAddress && sequenceNumber === trade.sequenceNumber,
  )
  const owner = rivals.find((rival) => rival.hash === hash)
  if (owner !== undefined) return owner.submittedAtMs < trade.submittedAtMs ? 'earlier' : 'another'
  if (spelled(call) !== spelled(trade.call)) {
    return executedAtMs !== undefined && executedAtMs < trade.submittedAtMs ? 'earlier' : 'another'
  }
  return rivals.some(({ state }) => state === 'asking') ? 'unknown' : 'this'
}

/** Most transactions that are looked at after the one that has a trade's number. */
const MAX_LATER_TRANSACTIONS = 20n

/**
 * Returns whether a transaction after the one that has a trade's number may be this trade: approved after that one, it was sent with a later number.
 * It may as well be one of another browser, so nothing is claimed by it. True also where the node does not answer.
 */
async function mayHaveFollowed(
  { id, call, walletAddress, sequenceNumber }: Trade,
  { node, all }: FollowTradeOptions,
): Promise<boolean> {
  const taken = BigInt(sequenceNumber ?? 0)
  for (let number = taken + 1n; number <= taken + MAX_LATER_TRANSACTIONS; number += 1n) {
    const sent = await node.transactionAt(walletAddress, number).catch(() => undefined)
    if (sent === null) return false
    if (sent === undefined) return true
    const isOfAnother = all().some((one) => one.id !== id && one.hash === sent.hash)
    if (!isOfAnother && spelled(sent.call) === spelled(call)) return true
  }
  return true
}

/** Returns a called function with its address in full: nodes leave out leading zeros. */
function spelled(call: string): string {
  const [address = '', ...names] = call.split('::')
  return [toAddressOrNull(address) ?? address, ...names].join('::')
}

/** The account's next number is unused, but a wallet may send without one: that nothing was moved would be a guess. */
const NOT_SENT =
  'Most likely not sent: the page was closed before you approved it. If your wallet is still asking, decline it. Otherwise check its activity before you try again.'
const NEVER_SENT =
  'Never sent: your wallet has since sent another transaction. Nothing was moved. If it’s still asking for this one, decline it.'
const NOT_HEARD = 'The page was closed before your wallet answered. Check your wallet’s activity before you try again.'

const OF_ANOTHER =
  'Your wallet returned the transaction of another account. Check your wallet’s activity before you try again.'

function lose({ update }: FollowTradeOptions, change: Pick<Partial<Trade>, 'sentence' | 'sequenceNumber'>): null {
  update({ state: 'lost', ...change })
  return null
}

interface Deadline {
  everyMs(): number
  isOver(): Promise<boolean>
  /** Says so, where it had not been said before. */
  giveUp(change: Pick<Partial<Trade>, 'sentence'>): null
}

function startDeadline(trade: Trade, options: FollowTradeOptions): Deadline {
  const again = mayStillCome(trade)
  const endMs = again ? options.now() + LOOK_AGAIN_FOR_MS : trade.submittedAtMs + LOST_AFTER_MS
  const isPast = () => options.now() > endMs
  return {
    everyMs: () => (again || isPast() ? LOOK_AGAIN_EVERY_MS : ASK_EVERY_MS),
    isOver: async () => {
      if (!isPast() || again) return isPast()
      return options.now() > endMs + LOOK_AGAIN_FOR_MS || (await isPastOnChain(trade, options.node))
    },
    giveUp: (change) => (again ? null : lose(options, change)),
  }
}

/**
 * Returns whether the chain no longer accepts a trade, by the newest block that the node has: a node that is behind does not know what others have
 * executed, and the clock by which the page set the expiration may be ahead of the chain's.
 */
async function isPastOnChain({ submittedAtMs }: Trade, node: FollowTradeOptions['node']): Promise<boolean> {
  const ledgerMs = await node.ledgerTimeMs()
  return ledgerMs !== null && ledgerMs >= submittedAtMs + LOST_AFTER_MS
}

/** @returns the version of a success, otherwise the state the trade ended in. */
async function untilCommitted(
  returned: string,
  trade: Trade,
  options: FollowTradeOptions,
): Promise<bigint | 'failed' | 'lost' | 'submitted'> {
  let hash = returned
  const deadline = startDeadline(trade, options)
  while (!options.signal.aborted) {
    const found = await options.node.transaction(hash).catch(() => null)
    const outcome = ownOutcome(found, trade)
    if (outcome?.state === 'committed') {
      const version = String(outcome.version)
      if (outcome.success) {
        options.update({ state: 'indexing', version, sentence: null })
        return outcome.version
      }
      const { vmStatus } = outcome
      options.update({ state: 'failed', version, sentence: options.explain(vmStatus), vmStatus })
      return 'failed'
    }
    if (outcome?.state === 'unknown' && (await deadline.isOver())) {
      const replacing = await hashOfReplacement(hash, trade, options)
      if (replacing === null) {
        deadline.giveUp(outcome === found ? {} : { sentence: OF_ANOTHER })
        return 'lost'
      }
      hash = replacing
      options.update({ hash, state: 'submitted', sentence: null })
      continue
    }
    await options.wait(deadline.everyMs())
  }
  return 'submitted'
}

/** Returns what became of a hash; unknown for a transaction of another account, whose hash a wallet may return: it says nothing of this trade. */
function ownOutcome(outcome: TransactionOutcome | null, { walletAddress }: Trade): TransactionOutcome | null {
  return outcome?.state === 'committed' && outcome.sender !== walletAddress ? { state: 'unknown' } : outcome
}

/** Finds the transaction that has a trade's sequence number in place of the one that the wallet returned; null without one. */
async function hashOfReplacement(hash: string, trade: Trade, options: FollowTradeOptions): Promise<string | null> {
  if (trade.sequenceNumber === null) return null
  const sent = await options.node.transactionAt(trade.walletAddress, BigInt(trade.sequenceNumber)).catch(() => null)
  return sent !== null && sent.hash !== hash && ownerOf(sent, trade, options.all()) === 'this' ? sent.hash : null
}
