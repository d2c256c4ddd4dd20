import { vi } from 'vitest'

export const YOU = `0x${'a'.repeat(64)}`
export const ACCOUNT = { address: { toString: () => YOU }, publicKey: { toString: () => '0xkey' } }

/** What the wallet adapter's hook returns; a test mocks `@aptos-labs/wallet-adapter-react` with it. */
export const adapter = {
  account: null as unknown,
  wallet: null as unknown,
  network: null as unknown,
  notDetectedWallets: [],
  wallets: [{ name: 'Petra', icon: 'data:,', url: 'https://petra.app/' }],
  connect: vi.fn(async (_name: string) => {}),
  disconnect: vi.fn(async () => {}),
  signAndSubmitTransaction: vi.fn(),
  changeNetwork: vi.fn(async () => {}),
}

/** Makes the adapter have a connected wallet. */
export function connectWallet({
  network = null,
  features = {},
}: {
  network?: object | null
  features?: object
} = {}): void {
  adapter.account = ACCOUNT
  adapter.wallet = { name: 'Petra', icon: 'data:,', features }
  adapter.network = network
}
