/** What a wallet's page shows; all of it lives in the address. */
export interface WalletView {
  readonly tab: 'items' | 'activity'
  readonly filter: 'all' | 'listed' | 'unlisted'
}

/** Reads the address; anything it does not know reads as the default. */
export function parseWalletView(search: URLSearchParams): WalletView {
  const filter = search.get('filter')
  return {
    tab: search.get('tab') === 'activity' ? 'activity' : 'items',
    filter: filter === 'listed' || filter === 'unlisted' ? filter : 'all',
  }
}

export function walletSearch(view: WalletView): URLSearchParams {
  const search = new URLSearchParams()
  if (view.tab === 'activity') search.set('tab', 'activity')
  if (view.filter !== 'all') search.set('filter', view.filter)
  return search
}
