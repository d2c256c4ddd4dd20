import type { AptosConnectWalletConfig } from '@aptos-connect/wallet-adapter-plugin'
import { APTOS_CHAINS, type AptosWallet } from '@aptos-labs/wallet-standard'

/**
 * Replaces the adapter's package of sign-in wallets: announces the wallets by name, and loads their code, which includes its own
 * cryptography, at the first call. The exported names are the package's.
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

  /** The wallet's features; calls wait until its code is loaded. */
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
      // The wallet emits neither event.
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
        // An overloaded function: parameters and results are the wallet's.
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
        // A failed import is retried at the next call.
        this.#loading = null
        throw error
      })
    this.#loaded = await this.#loading
    return this.#loaded.features
  }
}

function offered<Feature>(feature: Feature | undefined): Feature {
  if (feature === undefined) throw new TypeError('The wallet doesn’t support this.')
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

/** Created by the adapter in addition to the one above; shown only to apps that list its name. */
export class AptosConnectAppleWallet extends SignInWallet {
  readonly name = 'Continue with Apple'
  readonly icon = GOOGLE_ICON
  protected open(plugin: Plugin, config: AptosConnectWalletConfig): AptosWallet {
    return new plugin.AptosConnectAppleWallet(config)
  }
}

/** Created by the adapter in addition to the first; shown only to apps that list its name. */
export class AptosConnectGenericWallet extends SignInWallet {
  readonly name = 'Petra Web'
  readonly icon = GOOGLE_ICON
  protected open(plugin: Plugin, config: AptosConnectWalletConfig): AptosWallet {
    return new plugin.AptosConnectGenericWallet(config)
  }
}

const SVG = `<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24" viewBox="0 0 24 24">
<path fill="#4285F4" d="M23.5 12.8c0-.8-.1-1.6-.2-2.4H12.5v4.5h6.2c-.3 1.4-1.1 2.6-2.3 3.4v2.9h3.7c2.2-2 3.4-4.9 3.4-8.4z"/>
<path fill="#34A853" d="M12.5 24c3.1 0 5.7-1 7.6-2.8l-3.7-2.9c-1 .7-2.4 1.1-3.9 1.1-3 0-5.5-2-6.4-4.7H2.2v3A11.5 11.5 0 0 0 12.5 24z"/>
<path fill="#FBBC05" d="M6.1 14.7a6.9 6.9 0 0 1 0-4.4v-3H2.2a11.5 11.5 0 0 0 0 10.4l3.9-3z"/>
<path fill="#EA4335" d="M12.5 5.6c1.7 0 3.2.6 4.4 1.7L20.2 4A11 11 0 0 0 12.5 1 11.5 11.5 0 0 0 2.2 7.3l3.9 3c.9-2.7 3.4-4.7 6.4-4.7z"/>
</svg>`

/** Google's logo as a data URL, as wallets provide theirs. */
export const GOOGLE_ICON = `data:image/svg+xml;base64,${btoa(SVG)}` as const
