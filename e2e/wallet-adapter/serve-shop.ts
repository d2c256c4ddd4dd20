import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { buildDevWallet } from '@opal/dev-wallet/build/build-dev-wallet'
import { configScript, type WalletConfig } from '@opal/dev-wallet/wallet-config'
import { startServer } from '@opal/domain/testing/start-server'
import { build, type Rolldown } from 'vite'

/** A page with the wallet adapter and the dev wallet on it, and nothing of ours between them. */
export interface ServedShop extends AsyncDisposable {
  readonly url: string
}

/** Serves the page, with the wallet configured as given. */
export async function serveShop(config: WalletConfig): Promise<ServedShop> {
  const scripts: Readonly<Record<string, string>> = {
    '/dev-wallet.js': configScript(config) + (await readFile(await buildDevWallet(), 'utf8')),
    '/shop.js': await bundle(),
  }
  const page = `<!doctype html><title>Shop</title><script src="/dev-wallet.js"></script><script src="/shop.js"></script>
<script>globalThis.shop = openShop(${JSON.stringify(config.nodeUrl)})</script>`
  return startServer((request, response) => {
    const script = scripts[request.url ?? '']
    response.setHeader('content-type', `${script === undefined ? 'text/html' : 'text/javascript'}; charset=utf-8`)
    response.end(script ?? page)
  })
}

async function bundle(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      target: 'es2022',
      lib: { entry: fileURLToPath(new URL('page.ts', import.meta.url)), formats: ['iife'], name: 'Shop' },
    },
  })
  const [output] = [built].flat() as Rolldown.RolldownOutput[]
  const chunk = output?.output[0]
  if (chunk === undefined) throw new Error('the page was not bundled')
  return chunk.code
}
