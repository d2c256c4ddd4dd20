import type { AptosConnectWalletConfig } from '@aptos-connect/wallet-adapter-plugin'
import { APTOS_CHAINS, type AptosWallet } from '@aptos-labs/wallet-standard'
import { GOOGLE_ICON } from './google-icon.ts'

/**
 * Stands in the adapter for the package of wallets that one signs in to: they are there under their names, and their code,
 * which brings a cryptography of its own, is loaded when one of them is first asked for something. The names are the package's.
 * @source @aptos-labs/wallet-adapter-core, sdkWallets
 */
type Plugin = typeof import('@aptos-connect/wallet-adapter-plugin')
type Features = AptosWallet['features']

abstract class SignInWallet implements AptosWallet {
  readonly version = '1.0.0'
  readonly chains = APTOS_CHAINS
  readonly url = 'https://web.petra.app'
  abstract readonly name: string
  abstract readonly icon: AptosWallet['icon']
  readonly #config: AptosConnectWalletConfig
  #loaded: AptosWallet | null = null
  #loading: Promise<AptosWallet> | null = null

  constructor(config: AptosConnectWalletConfig) {
    this.#config = config
  }

  /** The wallet itself. */
  protected abstract open(plugin: Plugin, config: AptosConnectWalletConfig): AptosWallet

  get accounts(): AptosWallet['accounts'] {
    return this.#loaded?.accounts ?? []
  }

  /** As the wallet has them; what it is asked for waits until its code is there. */
  get features(): Features {
    const features = () => this.#features()
    return {
      'aptos:connect': {
        version: '1.0.0',
        connect: async (...asked) => (await features())['aptos:connect'].connect(...asked),
      },
      'aptos:disconnect': {
        version: '1.0.0',
        disconnect: async () => (await features())['aptos:disconnect'].disconnect(),
      },
      'aptos:account': { version: '1.0.0', account: async () => (await features())['aptos:account'].account() },
      'aptos:network': { version: '1.0.0', network: async () => (await features())['aptos:network'].network() },
      // It tells of neither.
      'aptos:onAccountChange': { version: '1.0.0', onAccountChange: async () => {} },
      'aptos:onNetworkChange': { version: '1.0.0', onNetworkChange: async () => {} },
      'aptos:signIn': {
        version: '1.0.0',
        signIn: async (...asked) => offered((await features())['aptos:signIn']).signIn(...asked),
      },
      'aptos:signMessage': {
        version: '1.0.0',
        signMessage: async (...asked) => (await features())['aptos:signMessage'].signMessage(...asked),
      },
      'aptos:signTransaction': {
        version: '1.1.0',
        // One function of two forms: it takes and answers what the wallet does.
        signTransaction: (async (...asked: [never]) =>
          (await features())['aptos:signTransaction'].signTransaction(...asked)) as never,
      },
      'aptos:signAndSubmitTransaction': {
        version: '1.1.0',
        signAndSubmitTransaction: async (...asked) =>
          offered((await features())['aptos:signAndSubmitTransaction']).signAndSubmitTransaction(...asked),
      },
    }
  }

  async #features(): Promise<Features> {
    this.#loading ??= import('@aptos-connect/wallet-adapter-plugin')
      .then((plugin) => this.open(plugin, this.#config))
      .catch((error: unknown) => {
        // Another try may find the network again.
        this.#loading = null
        throw error
      })
    this.#loaded = await this.#loading
    return this.#loaded.features
  }
}

function offered<Feature>(feature: Feature | undefined): Feature {
  if (feature === undefined) throw new TypeError('The wallet does not offer this.')
  return feature
}

/** Aptos Connect, signed in through Google. */
export class AptosConnectGoogleWallet extends SignInWallet {
  readonly name = 'Continue with Google'
  readonly icon = GOOGLE_ICON
  protected open(plugin: Plugin, config: AptosConnectWalletConfig): AptosWallet {
    return new plugin.AptosConnectGoogleWallet(config)
  }
}

/** Made by the adapter beside the one above; shown only to those who list its name. */
export class AptosConnectAppleWallet extends SignInWallet {
  readonly name = 'Continue with Apple'
  readonly icon = GOOGLE_ICON
  protected open(plugin: Plugin, config: AptosConnectWalletConfig): AptosWallet {
    return new plugin.AptosConnectAppleWallet(config)
  }
}

/** Made by the adapter beside the first; shown only to those who list its name. */
export class AptosConnectGenericWallet extends SignInWallet {
  readonly name = 'Petra Web'
  readonly icon = GOOGLE_ICON
  protected open(plugin: Plugin, config: AptosConnectWalletConfig): AptosWallet {
    return new plugin.AptosConnectGenericWallet(config)
  }
}
