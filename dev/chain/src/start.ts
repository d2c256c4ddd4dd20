import type { Address } from '@opal/domain/address'
import { type Logger, pino } from 'pino'
import { type BlockTimer, createBlockTimer } from './block-timer.ts'
import type { LocalnetConfig } from './config.ts'
import { createFaucetServer } from './faucet/create-faucet-server.ts'
import { createFaucet, type Faucet } from './faucet/faucet.ts'
import { createLedger } from './ledger/create-ledger.ts'
import type { Ledger, PendingTransaction } from './ledger/ledger.ts'
import { listenOn } from './listen.ts'
import { marketplaceModules } from './modules/marketplace-modules.ts'
import { createReadinessServer } from './readiness.ts'
import { createRestServer } from './rest/create-rest-server.ts'
import { createStreamServer } from './stream/create-stream-server.ts'

/** A running localnet. Disposing it closes the servers, then the chain it created itself. */
export interface Localnet extends AsyncDisposable {
  readonly ledger: Ledger
  readonly blocks: BlockTimer
  /** Queues a transfer of octas from the faucet. */
  readonly fund: (address: Address, octas: bigint) => PendingTransaction
  /** Base of the REST API, e.g. `http://127.0.0.1:8080/v1`. */
  readonly nodeUrl: string
  readonly faucetUrl: string
  readonly readinessUrl: string
  /** `host:port` of the gRPC stream. */
  readonly streamAddress: string
}

export interface StartOptions {
  /** A chain that exists already; the caller disposes it. Without one it is opened in the data directory. */
  readonly ledger?: Ledger
  /**
   * Runs when every server listens, before blocks are made on a timer and before readiness says 200:
   * the place to seed a demo market through the ledger itself.
   */
  readonly prepare?: (localnet: Localnet) => Promise<void>
  /** The chain can make no more blocks (full disk): time to end the program. By default it is only logged. */
  readonly onFault?: (error: unknown) => void
}

/** Longest a submitted transaction waits for its block. */
const BLOCK_DELAY_MS = 40

/**
 * Starts REST node, faucet, transaction stream and readiness over one chain.
 * @throws PortTakenError with a sentence that names the port; nothing keeps running then.
 */
export async function start(config: LocalnetConfig, options: StartOptions = {}): Promise<Localnet> {
  await using stack = new AsyncDisposableStack()
  const log = pino({ name: 'localnet', level: config.logLevel })
  const ledger = options.ledger ?? stack.use(await openLedger(config))
  const blocks = stack.use(
    createBlockTimer(ledger, {
      delayMs: BLOCK_DELAY_MS,
      onFault: (error) => {
        log.fatal({ err: error }, 'the chain cannot make blocks')
        options.onFault?.(error)
      },
    }),
  )
  const faucet = createFaucet(ledger)
  let isReady = false

  const urls = await listen(config, { ledger, blocks, faucet, log, isReady: () => isReady }, stack)
  const fund = (address: Address, octas: bigint) => faucet.fund(address, octas)
  const owned = stack.move()
  const localnet: Localnet = { ledger, blocks, fund, ...urls, [Symbol.asyncDispose]: () => owned.disposeAsync() }
  try {
    await options.prepare?.(localnet)
  } catch (error) {
    await owned.disposeAsync()
    throw error
  }
  blocks.resume()
  isReady = true
  log.info({ ...urls, version: String(ledger.head.version) }, 'the localnet is ready')
  return localnet
}

function openLedger(config: LocalnetConfig): Promise<Ledger> {
  return createLedger({ dataDir: config.dataDir, modules: marketplaceModules() })
}

interface Parts {
  readonly ledger: Ledger
  readonly blocks: BlockTimer
  readonly faucet: Faucet
  readonly log: Logger
  readonly isReady: () => boolean
}

/** Opens the four ports, each closed again by the stack. */
async function listen(config: LocalnetConfig, parts: Parts, stack: AsyncDisposableStack) {
  const { host } = config
  const readinessUrl = await listenOn(
    { what: 'readiness check', port: config.readinessPort, variable: 'READINESS_PORT' },
    host,
    () => serve(createReadinessServer(parts.isReady, parts.log), config.readinessPort, host, stack),
  )
  const node = await createRestServer(parts, parts.log)
  const nodeUrl = await listenOn({ what: 'node', port: config.nodePort, variable: 'NODE_PORT' }, host, () =>
    serve(node, config.nodePort, host, stack),
  )
  const faucetServer = await createFaucetServer(parts.faucet, parts.log)
  const faucetUrl = await listenOn({ what: 'faucet', port: config.faucetPort, variable: 'FAUCET_PORT' }, host, () =>
    serve(faucetServer, config.faucetPort, host, stack),
  )
  const stream = await listenOn(
    { what: 'transaction stream', port: config.streamPort, variable: 'STREAM_PORT' },
    host,
    () => createStreamServer(parts.ledger, { host, port: config.streamPort, log: parts.log }),
  )
  stack.use(stream)
  return { nodeUrl: `${nodeUrl}/v1`, faucetUrl, readinessUrl, streamAddress: `${host}:${stream.port}` }
}

type HttpServer = ReturnType<typeof createReadinessServer>

async function serve(app: HttpServer, port: number, host: string, stack: AsyncDisposableStack): Promise<string> {
  stack.defer(() => app.close())
  return app.listen({ port, host })
}
