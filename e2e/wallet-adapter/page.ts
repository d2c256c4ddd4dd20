import { type AccountAuthenticator, Aptos, AptosConfig, Network, type SimpleTransaction } from '@aptos-labs/ts-sdk'
import { WalletCore } from '@aptos-labs/wallet-adapter-core'

const WALLET = 'Opal Dev Wallet'

/** Actions of any shop through the wallet adapter. Only plain values go in and out: the test calls from outside. */
export interface Shop {
  connect(): Promise<{ address: string; network: string; chainId: number }>
  disconnect(): Promise<void>
  /** The wallet builds, signs and submits. @returns the hash. */
  signAndSubmit(to: string, octas: number): Promise<string>
  /** The shop builds, the wallet signs, the shop submits. @returns the hash. */
  signThenSubmit(to: string, octas: number): Promise<string>
  signMessage(
    message: string,
    nonce: string,
  ): Promise<{ fullMessage: string; signature: string; publicKey: string; isVerified: boolean }>
  changeNetwork(name: 'local' | 'mainnet'): Promise<{ success: boolean }>
  /** Returns the account as the adapter knows it now. */
  address(): string | null
  /** Events of the adapter since the page was opened. */
  readonly heard: readonly string[]
}

function openShop(nodeUrl: string): Shop {
  const core = new WalletCore([], { network: Network.LOCAL }, true)
  const aptos = new Aptos(new AptosConfig({ network: Network.CUSTOM, fullnode: nodeUrl }))
  const heard: string[] = []
  core.on('accountChange', (account) => heard.push(`account ${account?.address.toStringLong()}`))
  core.on('networkChange', (network) => heard.push(`network ${network?.name}`))
  core.on('disconnect', () => heard.push('disconnect'))
  const account = () => {
    if (core.account === null) throw new Error('no wallet is connected')
    return core.account
  }
  const transfer = (to: string, octas: number) => ({
    function: '0x1::aptos_account::transfer' as const,
    functionArguments: [to, octas],
  })
  return {
    heard,
    connect: async () => {
      await core.connect(WALLET)
      await core.onAccountChange()
      await core.onNetworkChange()
      const { name = '', chainId = 0 } = core.network ?? {}
      return { address: account().address.toStringLong(), network: name, chainId }
    },
    disconnect: () => core.disconnect(),
    signAndSubmit: async (to, octas) => (await core.signAndSubmitTransaction({ data: transfer(to, octas) })).hash,
    signThenSubmit: async (to, octas) => {
      const data = transfer(to, octas)
      const sender = account().address.toStringLong()
      const transaction = await aptos.transaction.build.simple({ sender, data })
      const { authenticator } = await core.signTransaction({ transactionOrPayload: theirs(transaction) })
      return (await aptos.transaction.submit.simple({ transaction, senderAuthenticator: ours(authenticator) })).hash
    },
    signMessage: async (message, nonce) => {
      const input = { message, nonce, address: true, application: true, chainId: true }
      const { fullMessage, signature } = await core.signMessage(input)
      const isVerified = await core.signMessageAndVerify({ message, nonce })
      return { fullMessage, signature: signature.toString(), publicKey: account().publicKey.toString(), isVerified }
    },
    changeNetwork: (name) => core.changeNetwork(name === 'local' ? Network.LOCAL : Network.MAINNET),
    address: () => core.account?.address.toStringLong() ?? null,
  }
}

type Their = Parameters<WalletCore['signTransaction']>[0]['transactionOrPayload']
type TheirAuthenticator = Awaited<ReturnType<WalletCore['signTransaction']>>['authenticator']

/** The adapter's types name the SDK's CommonJS build, ours its modules: one class, two declarations. */
function theirs(transaction: SimpleTransaction): Their {
  return transaction as unknown as Their
}
function ours(authenticator: TheirAuthenticator): AccountAuthenticator {
  return authenticator as unknown as AccountAuthenticator
}

Object.assign(globalThis, { openShop })
