import { readConfig as readLocalnetConfig } from '@opal/dev-chain/config'
import type { Ledger } from '@opal/dev-chain/ledger/ledger'
import { start as startLocalnet } from '@opal/dev-chain/start'
import type { demoAccounts } from '@opal/dev-seeds/accounts/demo-cast'
import { startArtHost } from '@opal/dev-seeds/host/start-art-host'
import { walletScript } from '@opal/dev-seeds/host/wallet-script'
import type { DemoNetwork } from '@opal/dev-seeds/start'

/** A chain that a test has traded on. */
export interface BroughtChain {
  /** Stays the caller's. */
  readonly ledger: Ledger
  /** Whom the dev wallet may play. */
  readonly accounts: ReturnType<typeof demoAccounts>
}

/** Serves such a chain as the demo market is served, without pictures. */
export async function startBrought({ ledger, accounts }: BroughtChain): Promise<DemoNetwork> {
  await using stack = new AsyncDisposableStack()
  const localnet = stack.use(await startLocalnet(readLocalnetConfig(QUIET), { ledger }))
  const script = await walletScript(localnet.nodeUrl, ledger.head.chainId, accounts)
  const art = stack.use(await startArtHost({ host: QUIET.HOST, port: 0, collections: [], walletScript: script }))
  const owned = stack.move()
  return { localnet, art, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}

const QUIET = {
  HOST: '127.0.0.1',
  NODE_PORT: '0',
  FAUCET_PORT: '0',
  STREAM_PORT: '0',
  READINESS_PORT: '0',
  BLOCK_DELAY_MS: '40',
  LOG_LEVEL: 'fatal',
}
