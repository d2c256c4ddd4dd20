import type { OwnTransaction, TransactionOutcome } from '../../../../entities/wallet/chain-node.ts'
import { followTrade } from '../follow-trade.ts'
import type { Trade } from '../pending-trades.ts'

export const SUBMITTED: Trade = {
  id: 't1',
  hash: '0xabc',
  walletAddress: `0x${'7'.repeat(64)}`,
  kind: 'buy',
  call: '0x1::market::buy',
  sequenceNumber: '4',
  doing: 'Buying Stone #1',
  success: 'Buying successful',
  failure: 'Request Rejected',
  image: null,
  tokenDataIds: [],
  submittedAtMs: 0,
  state: 'submitted',
  version: null,
  sentence: null,
}
export const SUCCESS = {
  state: 'committed',
  success: true,
  sender: SUBMITTED.walletAddress,
  version: 70n,
  vmStatus: 'Executed successfully',
  gasOctas: 1n,
} satisfies TransactionOutcome

/** What happens around a followed trade. */
interface Surroundings {
  readonly trade?: Trade
  /** What the node finds by the trade's sequence number, answer by answer; the last one stays. */
  readonly sent?: (OwnTransaction | Error | null)[]
  /** Other trades of the browser. */
  readonly others?: readonly Trade[]
  /** What the account has sent after the trade's number. */
  readonly later?: readonly (OwnTransaction | Error)[]
  /** How far the node's newest block is behind. */
  readonly lagMs?: number
}

/** Follows a trade while node and index answer from a script; their last answers stay. */
export async function follow(
  outcomes: (TransactionOutcome | Error)[] | ((hash: string) => TransactionOutcome),
  index: (bigint | null)[],
  { trade = SUBMITTED, sent = [null], others = [], later = [], lagMs = 0 }: Surroundings = {},
) {
  const changes: Partial<Trade>[] = []
  let clock = 0
  const take = <T>(list: T[]) => (list.length > 1 ? list.shift() : list[0]) as T
  const end = await followTrade(trade, {
    node: {
      async transaction(hash) {
        const outcome = typeof outcomes === 'function' ? outcomes(hash) : take(outcomes)
        if (outcome instanceof Error) throw outcome
        return outcome
      },
      async transactionAt(_, number) {
        const after = Number(number - BigInt(trade.sequenceNumber ?? number))
        const found = after === 0 ? take(sent) : (later[after - 1] ?? null)
        if (found instanceof Error) throw found
        return found
      },
      ledgerTimeMs: async () => clock - lagMs,
    },
    indexVersion: async () => take(index),
    all: () => others,
    explain: (vmStatus) => `because ${vmStatus}`,
    update: (change) => changes.push(change),
    now: () => clock,
    wait: async (ms) => {
      clock += ms
    },
    signal: new AbortController().signal,
  })
  return { end, changes }
}
