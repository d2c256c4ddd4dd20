import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const PACKAGE = '@aptos-connect/wallet-adapter-plugin'
const STAND_IN = fileURLToPath(new URL('src/features/wallet/sign-in-wallets.ts', import.meta.url))

/** What the wallet adapter imports under a name; null for as it is. */
export function standInFor(source: string, importer: string | undefined): string | null {
  return source === PACKAGE && importer?.includes('/wallet-adapter-core/') ? STAND_IN : null
}

/**
 * Gives the wallet adapter our stand-in for the wallets that one signs in to. The adapter would load their code with its own,
 * for everybody who only looks at the list.
 */
export function signInWalletsLater(): Plugin {
  return {
    name: 'opal:sign-in-wallets-later',
    enforce: 'pre',
    resolveId: (source, importer) => standInFor(source, importer),
  }
}
