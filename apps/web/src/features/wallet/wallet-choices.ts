import { GOOGLE_ICON } from './sign-in-wallets.ts'

/** A wallet that can be connected or installed. */
export interface WalletChoice {
  readonly name: string
  /** Data URL of its mark; null where the adapter has none. */
  readonly icon: string | null
  /** Where it is installed from. */
  readonly url: string
  readonly installed: boolean
  readonly preferred: boolean
  /** Discontinued: offered only where it is installed. */
  readonly obsolete: boolean
  /**
   * Where the dialog shows it: among the first, as a button of its own for those who have no wallet, or behind 'More wallets'.
   * @source docs/product/wallet-and-session.md#order-of-the-wallets
   */
  readonly group: 'first' | 'google' | 'more'
}

/** The wallets offered, in their order. @source docs/product/wallet-and-session.md#wallets-offered */
const OFFERED_WALLETS: readonly {
  readonly name: string
  readonly url: string
  readonly aliases?: readonly string[]
  /** Gone from the list of wallets that Aptos' own adapter knows, and not maintained. */
  readonly obsolete?: true
}[] = [
  { name: 'Petra', url: 'https://petra.app/' },
  { name: 'Continue with Google', url: 'https://web.petra.app/' },
  { name: 'Backpack', url: 'https://backpack.app/download' },
  { name: 'OKX Wallet', url: 'https://web3.okx.com/download' },
  { name: 'Rise', url: 'https://risewallet.io/', aliases: ['Rise Wallet'], obsolete: true },
  { name: 'Pontem', url: 'https://pontem.network/pontem-wallet', aliases: ['Pontem Wallet'] },
  { name: 'Fewcha', url: 'https://fewcha.app/', aliases: ['Fewcha Wallet'], obsolete: true },
  { name: 'TrustWallet', url: 'https://trustwallet.com/download', aliases: ['Trust Wallet'] },
  { name: 'MSafe', url: 'https://m-safe.io/' },
  { name: 'Spika', url: 'https://spika.app/', obsolete: true },
]

/** The wallet put first. */
const PREFERRED = 'Petra'
const GOOGLE = 'Continue with Google'

/** A wallet that the adapter has detected. */
export interface DetectedWallet {
  readonly name: string
  readonly icon: string
  readonly url: string
}

/** Returns all names of the offered wallets, for the adapter. */
export function offeredNames(): readonly string[] {
  return OFFERED_WALLETS.flatMap(({ name, aliases = [] }) => [name, ...aliases])
}

/**
 * Returns the dialog's list: detected wallets first, then the others in the order of the offered ones, discontinued ones last.
 * @param known marks of wallets that the adapter knows without having detected them.
 */
export function walletChoices(
  detected: readonly DetectedWallet[],
  known: readonly Pick<DetectedWallet, 'name' | 'icon'>[] = [],
): readonly WalletChoice[] {
  const offered = OFFERED_WALLETS.map(({ name, url, aliases = [], obsolete = false }) => {
    const isThis = (wallet: { readonly name: string }) => wallet.name === name || aliases.includes(wallet.name)
    const found = detected.find(isThis)
    const isFirst = found !== undefined || name === PREFERRED
    return {
      name: found?.name ?? name,
      icon: found?.icon ?? known.find(isThis)?.icon ?? (name === GOOGLE ? GOOGLE_ICON : null),
      url,
      installed: found !== undefined,
      preferred: name === PREFERRED,
      obsolete: obsolete && found === undefined,
      group: name === GOOGLE ? ('google' as const) : isFirst ? ('first' as const) : ('more' as const),
    }
  })
  const names = new Set(offered.map(({ name }) => name))
  const others = detected
    .filter(({ name }) => !names.has(name))
    .map(({ name, icon, url }) => ({
      name,
      icon,
      url,
      installed: true,
      preferred: false,
      obsolete: false,
      group: 'first' as const,
    }))
  const installed = [...others, ...offered.filter((choice) => choice.installed)]
  const missing = offered.filter((choice) => !choice.installed)
  return [...installed, ...missing.filter(({ obsolete }) => !obsolete), ...missing.filter(({ obsolete }) => obsolete)]
}
