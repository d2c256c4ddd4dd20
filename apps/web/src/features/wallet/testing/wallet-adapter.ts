import { type Mock, vi } from 'vitest'

export const YOU = `0x${'a'.repeat(64)}`
export const ACCOUNT = { address: { toString: () => YOU }, publicKey: { toString: () => '0xkey' } }

/** The value of the wallet adapter's hook. */
export interface TestingAdapter {
  account: unknown
  wallet: unknown
  network: unknown
  readonly notDetectedWallets: readonly unknown[]
  readonly wallets: readonly object[]
  readonly connect: Mock<(name: string) => Promise<void>>
  readonly disconnect: Mock<() => Promise<void>>
  readonly signAndSubmitTransaction: Mock
  readonly changeNetwork: Mock<() => Promise<void>>
}

/** A test mocks `@aptos-labs/wallet-adapter-react` with it. */
export const adapter: TestingAdapter = {
  account: null,
  wallet: null,
  network: null,
  notDetectedWallets: [],
  wallets: [{ name: 'Petra', icon: 'data:,', url: 'https://petra.app/' }],
  connect: vi.fn(async () => {}),
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
