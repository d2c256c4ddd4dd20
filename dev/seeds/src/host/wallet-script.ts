import { readFile } from 'node:fs/promises'
import { buildDevWallet } from '@opal/dev-wallet/build/build-dev-wallet'
import { configScript } from '@opal/dev-wallet/wallet-config'
import { demoAccounts } from '../accounts/demo-cast.ts'

/**
 * Returns the dev wallet as it is served: its configuration, then its script (bundled first when stale).
 * @param accounts whom one may play; without them the demo's people.
 */
export async function walletScript(nodeUrl: string, chainId: number, accounts = demoAccounts()): Promise<string> {
  const script = await readFile(await buildDevWallet(), 'utf8')
  return configScript({ nodeUrl, chainId, accounts }) + script
}
