import { registerWallet } from '@wallet-standard/core'
import { openAccounts } from './account-book.ts'
import { Connection } from './connection.ts'
import { DevWallet } from './dev-wallet.ts'
import { NodeClient } from './node-client.ts'
import { mountLauncher } from './panel/launcher.ts'
import { CONFIG_GLOBAL, parseWalletConfig } from './wallet-config.ts'

/** Registers the wallet with the page. Loaded as a classic script; twice on one page does nothing more. */
function start(): void {
  const page = globalThis as typeof globalThis & { [CONFIG_GLOBAL]?: unknown }
  const given = page[CONFIG_GLOBAL]
  delete page[CONFIG_GLOBAL]
  if (given === undefined || document.documentElement.hasAttribute('data-opal-dev-wallet')) return
  document.documentElement.setAttribute('data-opal-dev-wallet', '')
  const config = parseWalletConfig(given)
  const connection = new Connection(openAccounts(config.accounts), localStorage)
  const node = new NodeClient(config.nodeUrl)
  registerWallet(new DevWallet(config, connection, node))
  if (document.body !== null) mountLauncher(connection, node)
  else document.addEventListener('DOMContentLoaded', () => mountLauncher(connection, node))
}

start()
