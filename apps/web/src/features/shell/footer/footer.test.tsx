import type { MarketplaceInfo } from '@opal/contract/network'
import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { describe, expect, it } from 'vitest'
import { readPreferences } from '../../../app/preferences.ts'
import { SiteProvider } from '../../../app/site.tsx'
import { readConfig } from '../../../config.ts'
import type { AptRate } from '../../../shared/format/apt-rate.ts'
import { LaunchpadLink } from '../links/launchpad-link.tsx'
import { Footer } from './footer.tsx'

const marketplace = (id: string, status: MarketplaceInfo['status']) =>
  ({ id, displayName: id, status }) as MarketplaceInfo
const MARKETPLACES = [
  marketplace('first', 'active'),
  marketplace('second', 'cancel-only'),
  marketplace('third', 'absent'),
]

function rendered(env: Record<string, string>, rate: AptRate = { cents: 850n, ageSeconds: null }): string {
  const config = {
    ...readConfig({ OPAL_NETWORK: 'local', ...env }),
    apiUrl: 'http://127.0.0.1:3001',
  } as unknown as Parameters<typeof SiteProvider>[0]['config']
  const page = (
    <SiteProvider config={config} marketplaces={MARKETPLACES} rate={rate} preferences={readPreferences(null)}>
      <LaunchpadLink className="" />
      <Footer live={<span>Live</span>} />
    </SiteProvider>
  )
  const router = createMemoryRouter([{ path: '*', element: page }])
  return renderToStaticMarkup(<RouterProvider router={router} />)
}

describe('the footer', () => {
  // @feature shell.footer-marketplaces
  it('lists the marketplaces with their status', () => {
    const html = rendered({})
    expect(html).toMatch(/first: buying, listing and bidding/)
    expect(html).toMatch(/second: open orders can be canceled/)
    expect(html).not.toMatch(/third/)
  })

  // @feature shell.footer-price, utility.stats-failed
  it('shows the price of an APT with two decimals, and nothing when it is unknown', () => {
    expect(rendered({})).toContain('APT $8.50')
    expect(rendered({}, { cents: null, ageSeconds: null })).not.toContain('APT $')
  })

  // @feature shell.footer-social
  it('links only the configured social pages', () => {
    const html = rendered({ SOCIAL_LINKS: 'Forum=https://forum.example/opal' })
    expect(html).toMatch(/href="https:\/\/forum\.example\/opal"[^>]*>Forum</)
    expect(html).not.toMatch(/href="https:\/\/chat/)
    expect(rendered({})).not.toContain('forum.example')
  })
})

// @feature route.help
it('leads to the help', () => {
  expect(rendered({})).toMatch(/<a(?=[^>]*href="\/help")[^>]*>Help</)
})

// @feature route.legal
it('opens the legal pages in a new tab', () => {
  for (const page of ['terms-of-service', 'privacy-policy'])
    expect(rendered({})).toMatch(new RegExp(`<a(?=[^>]*href="/${page}")(?=[^>]*target="_blank")`))
})

// @feature launchpad.external, shell.app-bar
it('opens a configured launchpad in a new tab, and links our own mints page without one', () => {
  expect(rendered({ LAUNCHPAD_URL: 'https://launch.example' })).toMatch(
    /href="https:\/\/launch\.example"[^>]*target="_blank"/,
  )
  expect(rendered({})).toMatch(/href="\/launchpad"/)
})
