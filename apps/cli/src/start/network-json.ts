import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Addresses } from './addresses.ts'
import type { DataDirectory } from './data-directory.ts'

/** A funded account for experiments. Keys exist on the local network only. */
export interface DemoAccount {
  readonly name: string
  readonly address: string
  readonly privateKey: string
}

/** Content of `/network.json` on the web server. */
export interface NetworkJson extends Addresses {
  readonly accounts: readonly DemoAccount[]
}

/** Writes the file that the web server serves, and returns what it says. */
export function writeNetworkJson(directory: DataDirectory, addresses: Addresses): NetworkJson {
  const file = join(directory.chain, 'demo-accounts.json')
  const accounts: readonly DemoAccount[] = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : []
  const described: NetworkJson = { ...addresses, accounts }
  writeFileSync(directory.networkJson, `${JSON.stringify(described, null, 2)}\n`)
  return described
}
