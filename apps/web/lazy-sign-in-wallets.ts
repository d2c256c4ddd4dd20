import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const PACKAGE = '@aptos-connect/wallet-adapter-plugin'
const STAND_IN = fileURLToPath(new URL('src/features/wallet/sign-in-wallets.ts', import.meta.url))

/** Returns the module that replaces an import of the wallet adapter; null leaves the import as it is. */
export function standInFor(source: string, importer: string | undefined): string | null {
  return source === PACKAGE && importer?.includes('/wallet-adapter-core/') ? STAND_IN : null
}

/**
 * Replaces the sign-in wallets (Google, Apple) that the wallet adapter imports by our lazy ones. The adapter would load their
 * code for everyone who opens the list of wallets.
 */
export function lazySignInWallets(): Plugin {
  return {
    name: 'opal:lazy-sign-in-wallets',
    enforce: 'pre',
    resolveId: (source, importer) => standInFor(source, importer),
  }
}
