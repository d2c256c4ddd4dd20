import type { HeldAccount } from './account-book.ts'

const STORAGE_KEY = 'opal-dev-wallet'

type Listener = (account: HeldAccount) => void

/** The account that this page is connected with. Survives a reload, as the approval of an extension wallet does. */
export class Connection {
  readonly #accounts: readonly HeldAccount[]
  readonly #storage: Storage
  readonly #accountListeners = new Set<Listener>()
  readonly #changeListeners = new Set<() => void>()

  constructor(accounts: readonly HeldAccount[], storage: Storage) {
    this.#accounts = accounts
    this.#storage = storage
  }

  get accounts(): readonly HeldAccount[] {
    return this.#accounts
  }

  /** Returns the connected account, or null. */
  get current(): HeldAccount | null {
    const address = this.#storage.getItem(STORAGE_KEY)
    return this.#accounts.find((account) => account.address === address) ?? null
  }

  connect(account: HeldAccount): void {
    this.#storage.setItem(STORAGE_KEY, account.address)
    this.#changed()
  }

  disconnect(): void {
    this.#storage.removeItem(STORAGE_KEY)
    this.#changed()
  }

  /** Changes to another account while connected, and notifies the page. */
  switchTo(account: HeldAccount): void {
    if (this.current?.address === account.address) return
    this.connect(account)
    for (const listener of this.#accountListeners) listener(account)
  }

  /** Called when the user switches accounts (not at connect or disconnect). */
  onAccountSwitch(listener: Listener): void {
    this.#accountListeners.add(listener)
  }

  /** Called whenever {@link current} may have changed. */
  onChange(listener: () => void): void {
    this.#changeListeners.add(listener)
  }

  #changed(): void {
    for (const listener of this.#changeListeners) listener()
  }
}
