/** A user's choices that persist between visits. */
export interface Preferences {
  readonly currency: 'APT' | 'USD'
  /** `system` follows the system's. */
  readonly theme: 'system' | 'dark' | 'light'
  /** Layout of a collection's items, and of those of a portfolio: one looks for other things there. */
  readonly view: 'grid' | 'table'
  readonly holdings: 'grid' | 'table'
  /** Size of the cards of a grid; `m` has the widths of the document. @source docs/product/tokens-and-filters.md#card-sizes */
  readonly cards: 's' | 'm' | 'l'
  /** Lite leaves out what one can buy without; Pro shows it. @source docs/product/site.md#lite-and-pro */
  readonly mode: 'pro' | 'lite'
  /** Whether a collection's page shows its filters at the left and its activity at the right (Pro). */
  readonly filters: 'shown' | 'hidden'
  readonly rail: 'shown' | 'hidden'
  /** Whether the landing page shows its introduction: never again once a wallet was connected or it was closed. */
  readonly intro: 'shown' | 'hidden'
}

const CHOICES = {
  currency: ['APT', 'USD'],
  theme: ['system', 'dark', 'light'],
  view: ['grid', 'table'],
  holdings: ['grid', 'table'],
  cards: ['m', 's', 'l'],
  mode: ['pro', 'lite'],
  filters: ['shown', 'hidden'],
  rail: ['shown', 'hidden'],
  intro: ['shown', 'hidden'],
} as const satisfies { [Name in keyof Preferences]: readonly [Preferences[Name], ...Preferences[Name][]] }

const PREFIX = 'opal.'
const YEAR_SECONDS = 31_536_000

/** Reads the choices from a cookie header; the first of each list where it holds nothing valid. */
export function readPreferences(cookieHeader: string | null): Preferences {
  const cookies = new Map((cookieHeader ?? '').split(/;\s*/).map((pair) => pair.split('=', 2) as [string, string]))
  return {
    currency: oneOf(CHOICES.currency, cookies.get('opal.currency')),
    theme: oneOf(CHOICES.theme, cookies.get('opal.theme')),
    view: oneOf(CHOICES.view, cookies.get('opal.view')),
    holdings: oneOf(CHOICES.holdings, cookies.get('opal.holdings')),
    cards: oneOf(CHOICES.cards, cookies.get('opal.cards')),
    mode: oneOf(CHOICES.mode, cookies.get('opal.mode')),
    filters: oneOf(CHOICES.filters, cookies.get('opal.filters')),
    rail: oneOf(CHOICES.rail, cookies.get('opal.rail')),
    intro: oneOf(CHOICES.intro, cookies.get('opal.intro')),
  }
}

function oneOf<Value extends string>(choices: readonly [Value, ...Value[]], text: string | undefined): Value {
  return choices.find((choice) => choice === text) ?? choices[0]
}

/**
 * Stores a choice in local storage and in a cookie, so that the server renders it the same way and nothing shifts at
 * hydration.
 */
export function storePreference<Name extends keyof Preferences>(name: Name, value: Preferences[Name]): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not everywhere yet.
  document.cookie = `${PREFIX}${name}=${value}; path=/; max-age=${YEAR_SECONDS}; samesite=lax`
  try {
    window.localStorage.setItem(PREFIX + name, value)
  } catch {
    // Storage can be forbidden; the cookie carries the choice.
  }
}
