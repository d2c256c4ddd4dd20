import { createNodeClient } from '@opal/chain/rest/node-client'
import { toSeconds } from '@opal/domain/time'
import type { Logger } from 'pino'
import type { IndexerConfig } from '../../config.ts'

/** Interval at which the node is asked for the time of the chain, and the timeout of such a call. */
const [EVERY_MS, TIMEOUT_MS] = [10_000, 3_000]
/** Lead that a clock may have over the chain's time: a block is some time under way, and clocks of two machines differ. */
const TOLERANCE_MICROS = 30_000_000n

/** Time that decides which orders have expired and which prices have fallen. */
export interface SettlingTime extends Disposable {
  /** Records the time of a transaction of the chain, microseconds since 1970. */
  observe(chainMicros: bigint): void
  /** Returns the time, microseconds since 1970; null before the chain was asked for its own. */
  now(): bigint | null
}

/** Clocks, for tests. */
export interface Clocks {
  /** Milliseconds since 1970. */
  readonly wall: () => number
  /** Milliseconds that never go back and never jump. */
  readonly monotonic: () => number
}

const OWN: Clocks = { wall: Date.now, monotonic: () => performance.now() }

/**
 * Follows this machine's clock, but not further than half a minute ahead of the chain's time: an order that was settled as expired stays so, and a
 * clock that is ahead for a moment, as before the first answer of NTP, would end every order of the market. Where the node has never answered,
 * or none is configured, the clock alone decides, and so it does on a local chain, whose time stands still while nothing happens.
 */
export function followSettlingTime(
  { network, nodeUrl, nodeApiKey, chainId }: IndexerConfig,
  log: Logger,
  clocks: Clocks = OWN,
): SettlingTime {
  const wallMicros = () => BigInt(clocks.wall()) * 1_000n
  if (network === 'local' || nodeUrl === null)
    return { observe: () => undefined, now: wallMicros, [Symbol.dispose]: () => undefined }
  const node = createNodeClient({ nodeUrl, apiKey: nodeApiKey, timeoutMs: TIMEOUT_MS })
  const chain = new ChainClock(clocks)
  let isAsked = false
  let isAhead = false
  const ask = async () => {
    try {
      const ledger = await node.ledgerInfo()
      if (ledger.chainId === chainId) chain.observe(ledger.timestampMicros)
    } catch {
      // The chain's time is extrapolated. A node that does not answer is logged by the reader of the head.
    }
    isAsked = true
  }
  const timer = setInterval(() => void ask(), EVERY_MS)
  void ask()
  return {
    observe(chainMicros) {
      // While the index catches up, transactions are older than the current time of the chain.
      if (chain.now() !== null) chain.observe(chainMicros)
    },
    now() {
      if (!isAsked) return null
      const [wall, known] = [wallMicros(), chain.now()]
      const latest = known === null ? wall : known + TOLERANCE_MICROS
      if (wall > latest !== isAhead) {
        isAhead = !isAhead
        const aheadSeconds = Number(toSeconds(wall - (known ?? wall)))
        if (isAhead)
          log.error({ aheadSeconds }, 'the clock of this machine is ahead of the chain: orders end by the chain')
        else log.info('the clock of this machine is right again')
      }
      return wall < latest ? wall : latest
    },
    [Symbol.dispose]: () => clearInterval(timer),
  }
}

/** The time of the chain, extrapolated from the latest one observed by a clock that never jumps. */
class ChainClock {
  readonly #monotonicMicros: () => bigint
  #aheadMicros: bigint | null = null

  constructor({ monotonic }: Clocks) {
    this.#monotonicMicros = () => BigInt(Math.round(monotonic() * 1_000))
  }

  /** Advances the clock to a time of the chain; an earlier one, of a node that lags or an older transaction, changes nothing. */
  observe(chainMicros: bigint): void {
    const aheadMicros = chainMicros - this.#monotonicMicros()
    if (this.#aheadMicros === null || aheadMicros > this.#aheadMicros) this.#aheadMicros = aheadMicros
  }

  /** Returns the time, microseconds since 1970; null before any was observed. */
  now(): bigint | null {
    return this.#aheadMicros === null ? null : this.#aheadMicros + this.#monotonicMicros()
  }
}
