import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createSettableClock, systemClock } from '@opal/dev-chain/ledger/clock'
import { createLedger } from '@opal/dev-chain/ledger/create-ledger'
import { marketplaceModules } from '@opal/dev-chain/modules/marketplace-modules'
import { type Localnet, start as startLocalnet } from '@opal/dev-chain/start'
import { demoAccounts } from './accounts/demo-cast.ts'
import { DEMO_COLLECTIONS } from './art/demo-collections.ts'
import type { SeedsConfig } from './config.ts'
import { type ArtHost, startArtHost } from './host/start-art-host.ts'
import { walletScript } from './host/wallet-script.ts'

/** A running localnet with its pictures. */
export interface DemoNetwork extends AsyncDisposable {
  readonly localnet: Localnet
  readonly art: ArtHost
}

/**
 * Starts the chain, seeds it on the first run, serves pictures and the dev wallet.
 * @throws PortTakenError with a sentence that names the port; nothing keeps running then.
 */
export async function start(config: SeedsConfig): Promise<DemoNetwork> {
  await using stack = new AsyncDisposableStack()
  const clock = createSettableClock(systemClock.nowMicros())
  const ledger = stack.use(
    await createLedger({ dataDir: config.localnet.dataDir, clock, modules: marketplaceModules() }),
  )
  clock.release()
  const prepare = async ({ nodeUrl }: Localnet): Promise<void> => {
    art = stack.use(await openArtHost(config, nodeUrl, ledger.head.chainId))
    await writeAccounts(config.localnet.dataDir)
  }
  let art: ArtHost | undefined
  const localnet = stack.use(await startLocalnet(config.localnet, { ledger, prepare }))
  if (art === undefined) throw new Error('the localnet started without preparing')
  const owned = stack.move()
  return { localnet, art, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}

async function openArtHost(config: SeedsConfig, nodeUrl: string, chainId: number): Promise<ArtHost> {
  return startArtHost({
    host: config.localnet.host,
    port: config.artPort,
    collections: DEMO_COLLECTIONS,
    walletScript: await walletScript(nodeUrl, chainId),
  })
}

/** The supervisor reads the accounts for its table and for `/network.json`. */
async function writeAccounts(dataDir: string | null): Promise<void> {
  if (dataDir === null) return
  await mkdir(dataDir, { recursive: true })
  await writeFile(join(dataDir, 'demo-accounts.json'), `${JSON.stringify(demoAccounts(), null, 2)}\n`)
}
