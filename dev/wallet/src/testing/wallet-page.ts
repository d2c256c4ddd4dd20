import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Browser, chromium, type Page } from 'playwright-core'
import { buildDevWallet } from '../build/build-dev-wallet.ts'
import { configScript, type WalletConfig } from '../wallet-config.ts'
import { readBrowserConfig } from './config.ts'

/** A page with nothing on it but the wallet and a button; it collects registered wallets as any app would. */
const PAGE = `<!doctype html><title>Test shop</title><body style="background:#0b0b0f">
<button id="outside">Behind</button><script>
const wallets = []; const api = { register: (...added) => { wallets.push(...added); return () => {} } }
addEventListener('wallet-standard:register-wallet', (event) => event.detail(api))
globalThis.heard = []
addEventListener('load', () => dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail: api })))
globalThis.wallet = () => wallets[0]
globalThis.call = (feature, ...input) => { const f = wallets[0].features['aptos:' + feature]; return f[feature](...input) }
document.addEventListener('pointerdown', () => heard.push('pointerdown'))
document.addEventListener('keydown', (event) => heard.push(event.key), { capture: true })
</script><script src="/dev-wallet.js"></script></body>`

/** Serves the page and opens it in a real browser. */
export async function openWalletPage(config: WalletConfig): Promise<AsyncDisposable & { page: Page; origin: string }> {
  const script = configScript(config) + (await readFile(await buildDevWallet(), 'utf8'))
  const server = createServer((request, response) => {
    const isScript = request.url === '/dev-wallet.js'
    response.setHeader('content-type', isScript ? 'text/javascript; charset=utf-8' : 'text/html; charset=utf-8')
    response.end(isScript ? script : PAGE)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const browser = await launch()
  const page = await browser.newPage()
  await page.goto(origin)
  return {
    page,
    origin,
    [Symbol.asyncDispose]: async () => {
      await browser.close()
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}

function launch(): Promise<Browser> {
  return chromium.launch({
    executablePath: readBrowserConfig().chromium,
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  })
}
