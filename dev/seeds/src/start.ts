import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { systemClock } from '@opal/dev-chain/ledger/clock'
import { type Localnet, start as startLocalnet } from '@opal/dev-chain/start'
import { type Logger, pino } from 'pino'
import { demoAccounts } from './accounts/demo-cast.ts'
import type { SeedsConfig } from './config.ts'
import { type ArtHost, startArtHost } from './host/start-art-host.ts'
import { walletScript } from './host/wallet-script.ts'
import { HOSTILE_SCALES } from './hostile/hostile-collections.ts'
import { playHostile } from './hostile/play-hostile.ts'
import { demoMarketplaces } from './market/demo-marketplaces.ts'
import { demoModules } from './market/demo-modules.ts'
import { HistoryWriter } from './market/history-writer.ts'
import { MARKET_SCALES } from './market/market-scale.ts'
import { type DemoLedger, openDemoLedger, operatorChoice } from './market/open-demo-ledger.ts'
import { seedMarket } from './market/seed-market.ts'
import { createRandom } from './random.ts'
import { startStory } from './story/start-story.ts'

/** A running localnet with its market and images. */
export interface DemoNetwork extends AsyncDisposable {
  readonly localnet: Localnet
  readonly art: ArtHost
}

export interface StartOptions {
  /** Interrupts the making of the market; {@link start} then rejects with its reason. */
  readonly signal?: AbortSignal
  /** The chain can make no more blocks (full disk): time to end the program. */
  readonly onFault?: (error: unknown) => void
  /** Accounts of the dev wallet; the demo's when left out. */
  readonly accounts?: ReturnType<typeof demoAccounts>
}

const SEED = 'opal'

/**
 * Starts the chain, plays history into it on the first run, serves images and the dev wallet. Ready means seeded.
 * @throws PortTakenError with a sentence that names the port; nothing keeps running then.
 */
export async function start(config: SeedsConfig, options: StartOptions = {}): Promise<DemoNetwork> {
  await using stack = new AsyncDisposableStack()
  const log = pino({ name: 'seeds', level: config.localnet.logLevel })
  const demo = await openDemoLedger(config.localnet.dataDir, systemClock.nowMicros() - historyMicros(config))
  stack.use(demo.ledger)
  const art = Promise.withResolvers<ArtHost>()
  const prepare = async (localnet: Localnet): Promise<void> => {
    const host = await openArtHost(config, localnet, options.accounts)
    stack.use(host)
    art.resolve(host)
    await seed(config, demo, localnet, log, options.signal)
    await writeAccounts(config.localnet.dataDir)
    await writeOperatorChoice(config)
  }
  const localnet = stack.use(
    await startLocalnet(config.localnet, { ledger: demo.ledger, prepare, ...faultOf(options) }),
  )
  if (config.story && demo.state !== 'foreign') stack.use(openStory(config, localnet, log))
  const owned = stack.move()
  return { localnet, art: await art.promise, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}

/** Genesis lies a day before history, and history ends when it was made. */
function historyMicros({ scale }: SeedsConfig): bigint {
  return BigInt(MARKET_SCALES[scale].days + 1) * 86_400_000_000n
}

function faultOf({ onFault }: StartOptions): Pick<StartOptions, 'onFault'> {
  return onFault === undefined ? {} : { onFault }
}

async function seed(
  config: SeedsConfig,
  demo: DemoLedger,
  localnet: Localnet,
  log: Logger,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { ledger, clock, state, genesisMicros } = demo
  if (state === 'empty') {
    const startedAt = performance.now()
    const { transactions } = await seedMarket({
      ...MARKET_SCALES[config.scale],
      ledger,
      clock,
      modules: demoModules(),
      marketplaces: demoMarketplaces(),
      fund: (address, octas) => localnet.fund(address, octas),
      nowMicros: genesisMicros + historyMicros(config),
      seed: SEED,
      onProgress: reporter(log, signal),
    })
    if (config.hostile === true) {
      const writer = new HistoryWriter(ledger, clock, demoModules())
      playHostile(
        writer,
        (address, octas) => localnet.fund(address, octas),
        HOSTILE_SCALES[config.scale === 'small' ? 'small' : 'full'],
      )
      log.info({ transactions: writer.sent }, 'created hostile collections')
    }
    log.info({ transactions, milliseconds: Math.round(performance.now() - startedAt) }, 'the demo market is made')
  }
  if (state === 'foreign') log.warn('this chain was begun without the demo market and stays without it')
  clock.release()
}

/** Logs every tenth of the progress, and throws when the signal is aborted. */
function reporter(log: Logger, signal: AbortSignal | undefined): (share: number) => void {
  let reported = -1
  return (share) => {
    signal?.throwIfAborted()
    const tenth = Math.floor(share * 10)
    if (tenth === reported) return
    reported = tenth
    log.info({ percent: tenth * 10 }, 'making the demo market')
  }
}

function openStory(
  { scale, storyEveryMs: everyMs }: SeedsConfig,
  { ledger, nodeUrl }: Localnet,
  log: Logger,
): AsyncDisposable {
  const { collections, crowd, turns } = MARKET_SCALES[scale]
  const random = createRandom(`story/${ledger.head.version}`)
  const hurry = everyMs === undefined ? {} : { everyMs }
  return startStory({
    ledger,
    nodeUrl,
    marketplaces: demoMarketplaces(),
    collections,
    crowd,
    turns,
    random,
    log,
    ...hurry,
  })
}

async function openArtHost(
  config: SeedsConfig,
  localnet: Localnet,
  accounts: StartOptions['accounts'],
): Promise<ArtHost> {
  const { collections, heirlooms, raffles } = MARKET_SCALES[config.scale]
  return startArtHost({
    host: config.localnet.host,
    port: config.artPort,
    collections: [...collections, ...heirlooms, ...raffles],
    walletScript: await walletScript(localnet.nodeUrl, localnet.ledger.head.chainId, accounts),
  })
}

/** Writes the collections to verify and feature. The supervisor sends them to the API, with the operator's token. */
async function writeOperatorChoice({ scale, localnet: { dataDir } }: SeedsConfig): Promise<void> {
  if (dataDir === null) return
  const choice = operatorChoice(MARKET_SCALES[scale].collections)
  await writeFile(join(dataDir, 'operator-choice.json'), `${JSON.stringify(choice, null, 2)}\n`)
}

/** Writes the demo accounts. The supervisor reads them for its table and for `/network.json`. */
async function writeAccounts(dataDir: string | null): Promise<void> {
  if (dataDir === null) return
  await mkdir(dataDir, { recursive: true })
  await writeFile(join(dataDir, 'demo-accounts.json'), `${JSON.stringify(demoAccounts(), null, 2)}\n`)
}
