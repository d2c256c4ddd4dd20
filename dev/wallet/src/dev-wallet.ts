import { type AnyRawTransaction, Network, SigningScheme } from '@aptos-labs/ts-sdk'
import {
  type AccountInfo,
  APTOS_LOCALNET_CHAIN,
  type AptosFeatures,
  type AptosSignAndSubmitTransactionInput,
  type AptosSignInInput,
  type AptosSignMessageInput,
  type AptosSignTransactionInputV1_1,
  type AptosSignTransactionMethod,
  type AptosSignTransactionMethodV1_1,
  type AptosWallet,
  type AptosWalletAccount,
  AptosWalletError,
  AptosWalletErrorCode,
  type NetworkInfo,
  type UserResponse,
  UserResponseStatus,
} from '@aptos-labs/wallet-standard'
import { type HeldAccount, toAccountInfo } from './account-book.ts'
import type { Connection } from './connection.ts'
import type { NodeClient } from './node-client.ts'
import { chooseAccountToConnect } from './panel/choose-account.ts'
import { confirmText } from './panel/confirm-text.ts'
import { ICON_DATA_URL } from './panel/icon.ts'
import { prepareSignIn, signIn } from './sign-in.ts'
import { messageToSign, signMessageFields } from './sign-message.ts'
import { TransactionRequests } from './transaction-requests.ts'
import type { WalletConfig } from './wallet-config.ts'

type SignTransaction = AptosSignTransactionMethod & AptosSignTransactionMethodV1_1

/** Name under which pages find the wallet. */
const DEV_WALLET_NAME = 'Opal Dev Wallet'

/**
 * The wallet as pages see it: all required features of the Aptos standard, and signAndSubmitTransaction 1.1.0, so that
 * transactions go to the configured node and not to the SDK's fixed local port.
 * @source AIP-62
 */
export class DevWallet implements AptosWallet {
  readonly version = '1.0.0'
  readonly name = DEV_WALLET_NAME
  readonly icon = ICON_DATA_URL
  readonly url = 'https://aptos.dev/build/sdks/wallet-adapter/wallet-standards'
  readonly chains = [APTOS_LOCALNET_CHAIN] as const
  readonly features: AptosFeatures
  readonly #connection: Connection
  readonly #node: NodeClient
  readonly #network: NetworkInfo
  readonly #transactions: TransactionRequests

  constructor(config: WalletConfig, connection: Connection, node: NodeClient) {
    this.#connection = connection
    this.#node = node
    this.#network = { name: Network.LOCAL, chainId: config.chainId, url: config.nodeUrl }
    this.#transactions = new TransactionRequests(node)
    this.features = this.#features()
  }

  /** Returns the accounts the page was given: the connected one, or none. */
  get accounts(): readonly AptosWalletAccount[] {
    const held = this.#connection.current
    if (held === null) return []
    const { accountAddress, publicKey } = held.key
    return [
      {
        address: accountAddress.toString(),
        publicKey: publicKey.toUint8Array(),
        chains: this.chains,
        features: [],
        signingScheme: SigningScheme.Ed25519,
        label: held.name,
      },
    ]
  }

  #features(): AptosFeatures {
    return {
      'aptos:connect': { version: '1.0.0', connect: (silent) => this.#connect(silent ?? false) },
      'aptos:disconnect': { version: '1.0.0', disconnect: async () => this.#connection.disconnect() },
      'aptos:account': { version: '1.0.0', account: async () => toAccountInfo(this.#connected()) },
      'aptos:network': { version: '1.0.0', network: async () => this.#network },
      'aptos:onAccountChange': {
        version: '1.0.0',
        onAccountChange: async (notify) => this.#connection.onAccountSwitch((held) => notify(toAccountInfo(held))),
      },
      // The wallet has one network, so it never changes.
      'aptos:onNetworkChange': { version: '1.0.0', onNetworkChange: async () => undefined },
      'aptos:changeNetwork': { version: '1.0.0', changeNetwork: async (wanted) => this.#changeNetwork(wanted) },
      ...this.#signingFeatures(),
    }
  }

  #signingFeatures() {
    return {
      'aptos:signMessage': {
        version: '1.0.0' as const,
        signMessage: (input: AptosSignMessageInput) => this.#signMessage(input),
      },
      'aptos:signIn': { version: '1.0.0' as const, signIn: (input: AptosSignInInput) => this.#signIn(input) },
      'aptos:signTransaction': {
        version: '1.1.0' as const,
        signTransaction: this.#signTransaction as SignTransaction,
      },
      'aptos:signAndSubmitTransaction': {
        version: '1.1.0' as const,
        signAndSubmitTransaction: async (input: AptosSignAndSubmitTransactionInput) =>
          respond(await this.#transactions.signAndSubmit(input, this.#connected())),
      },
    }
  }

  async #connect(silent: boolean): Promise<UserResponse<AccountInfo>> {
    const known = this.#connection.current
    if (known !== null) return respond(toAccountInfo(known))
    if (silent) return respond<AccountInfo>(null)
    const chosen = await chooseAccountToConnect(this.#connection, this.#node)
    if (chosen === null) return respond<AccountInfo>(null)
    this.#connection.connect(chosen)
    return respond(toAccountInfo(chosen))
  }

  #changeNetwork(wanted: NetworkInfo) {
    const success = wanted.chainId === this.#network.chainId || wanted.name === Network.LOCAL
    const refusal = { success, reason: 'Opal Dev Wallet supports the local network only.' }
    return respond(success ? { success } : refusal)
  }

  async #signMessage(input: AptosSignMessageInput) {
    const account = this.#connected()
    const origin = { origin: location.origin, chainId: this.#network.chainId }
    const fields = messageToSign(input, account.address, origin)
    const request = { title: 'Sign message', text: fields.fullMessage, warning: null }
    const approved = await confirmText(request, account, this.#node)
    return respond(approved ? signMessageFields(fields, account) : null)
  }

  async #signIn(input: AptosSignInInput) {
    const account = this.#connection.current ?? (await chooseAccountToConnect(this.#connection, this.#node))
    if (account === null) return respond<ReturnType<typeof signIn>>(null)
    const request = prepareSignIn(input, account.address, location)
    const warning = request.foreignDomain ? `This page asks you to sign in to ${request.input.domain} instead.` : null
    const approved = await confirmText({ title: 'Sign in', text: request.text, warning }, account, this.#node)
    if (!approved) return respond<ReturnType<typeof signIn>>(null)
    if (this.#connection.current === null) this.#connection.connect(account)
    return respond(signIn(request, account))
  }

  /** Version 1.0 hands over a built transaction, version 1.1 a description: distinguished by their fields. */
  #signTransaction = async (
    input: AnyRawTransaction | AptosSignTransactionInputV1_1,
  ): Promise<UserResponse<unknown>> => {
    const account = this.#connected()
    return 'rawTransaction' in input
      ? respond(await this.#transactions.signBuilt(input, account))
      : respond(await this.#transactions.signDescribed(input, account))
  }

  /** @throws AptosWalletError when the page has not been connected. */
  #connected(): HeldAccount {
    const account = this.#connection.current
    if (account === null) throw new AptosWalletError(AptosWalletErrorCode.Unauthorized)
    return account
  }
}

function respond<Args>(args: Args | null): UserResponse<Args> {
  return args === null
    ? { status: UserResponseStatus.REJECTED }
    : { status: UserResponseStatus.APPROVED, args: args as Args }
}
