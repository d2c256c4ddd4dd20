/** A wallet that can be connected or installed. */
export interface WalletChoice {
  readonly name: string
  /** Data URL; null for wallets that are not installed. */
  readonly icon: string | null
  /** Where it is installed from. */
  readonly url: string
  readonly installed: boolean
  readonly preferred: boolean
  /** Discontinued: offered only where it is installed. */
  readonly obsolete: boolean
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

/** Returns the dialog's list: detected wallets first, each group in the order of the offered ones. */
export function walletChoices(detected: readonly DetectedWallet[]): readonly WalletChoice[] {
  const offered = OFFERED_WALLETS.map(({ name, url, aliases = [], obsolete = false }) => {
    const found = detected.find((wallet) => wallet.name === name || aliases.includes(wallet.name))
    return {
      name: found?.name ?? name,
      icon: found?.icon ?? null,
      url,
      installed: found !== undefined,
      preferred: name === PREFERRED,
      obsolete: obsolete && found === undefined,
    }
  })
  const known = new Set(offered.map(({ name }) => name))
  const others = detected
    .filter(({ name }) => !known.has(name))
    .map(({ name, icon, url }) => ({ name, icon, url, installed: true, preferred: false, obsolete: false }))
  const installed = [...others, ...offered.filter((choice) => choice.installed)]
  return [...installed, ...offered.filter((choice) => !choice.installed)]
}
