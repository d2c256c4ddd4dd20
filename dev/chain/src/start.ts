import type { Address } from '@opal/domain/address'
import { pino } from 'pino'
import { type BlockTimer, createBlockTimer } from './block-timer.ts'
import type { LocalnetConfig } from './config.ts'
import { createFaucet } from './faucet/faucet.ts'
import { createLedger } from './ledger/create-ledger.ts'
import type { Ledger, PendingTransaction } from './ledger/ledger.ts'
import { simulateLocalMarketplaces } from './marketplaces/simulate-marketplaces.ts'
import { type LocalnetAddresses, openServers } from './servers/open-servers.ts'

/** A running localnet. Disposing it closes the servers, then the chain it created itself. */
export interface Localnet extends AsyncDisposable, LocalnetAddresses {
  readonly ledger: Ledger
  readonly blocks: BlockTimer
  /** Queues a transfer of octas from the faucet. */
  readonly fund: (address: Address, octas: bigint) => PendingTransaction
}

/** Options of a localnet that runs inside a program. */
export interface StartOptions {
  /** A chain that exists already; the caller disposes it. Without one it is opened in the data directory. */
  readonly ledger?: Ledger
  /**
   * Runs when every server listens, before blocks are made on a timer and before readiness says 200:
   * the place to seed a demo market through the ledger itself.
   */
  readonly prepare?: (localnet: Localnet) => Promise<void>
  /** The chain can make no more blocks (full disk) and readiness says 503: time to end the program. */
  readonly onFault?: (error: unknown) => void
}

/**
 * Starts REST node, faucet, transaction stream and readiness over one chain.
 * @throws PortTakenError with a sentence that names the port; nothing keeps running then.
 */
export async function start(config: LocalnetConfig, options: StartOptions = {}): Promise<Localnet> {
  await using stack = new AsyncDisposableStack()
  const log = pino({ name: 'localnet', level: config.logLevel })
  const ledger = options.ledger ?? stack.use(await openLedger(config))
  const faucet = createFaucet(ledger)
  let isReady = false
  const onFault = (error: unknown) => {
    isReady = false
    log.fatal({ err: error }, 'the chain cannot make blocks')
    options.onFault?.(error)
  }
  const blocks = stack.use(createBlockTimer(ledger, { delayMs: config.blockDelayMs, onFault }))
  const addresses = await openServers(config, { ledger, blocks, faucet, log, isReady: () => isReady }, stack)

  const fund = (address: Address, octas: bigint) => faucet.fund(address, octas)
  let owned = stack
  const close = () => owned.disposeAsync()
  const localnet: Localnet = { ledger, blocks, fund, ...addresses, [Symbol.asyncDispose]: close }
  await options.prepare?.(localnet)
  owned = stack.move()
  isReady = true
  blocks.resume()
  log.info({ ...addresses, version: String(ledger.head.version) }, 'the localnet is ready')
  return localnet
}

function openLedger(config: LocalnetConfig): Promise<Ledger> {
  return createLedger({ dataDir: config.dataDir, modules: simulateLocalMarketplaces() })
}
