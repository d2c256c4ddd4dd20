// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { renderSite } from '../../../testing/render-site.tsx'
import { MARKETPLACES } from '../../../testing/testing-marketplaces.ts'
import OpenedTokenHost, { HOSTS_TOKENS } from './opened-token-host.tsx'

const TOKEN = `0x${'7'.repeat(64)}`
const OTHER_TOKEN = `0x${'8'.repeat(64)}`
const DIALOG = `collectionId=0x${'c'.repeat(64)}&tokenDataId=${TOKEN}`

afterEach(cleanup)

function openPage(at: string, handle?: unknown) {
  // The dialog opens before its token has loaded.
  const answers = Object.fromEntries(
    [TOKEN, OTHER_TOKEN].map((token) => [`/api/collection/nfts/${token}`, () => new Promise(() => {})]),
  )
  return renderSite(<OpenedTokenHost renderActivity={() => null} />, answers, MARKETPLACES, { path: '*', at, handle })
}

// @feature token.dialog
it.each(['/?', '/?tab=trending&', '/activity?type=sales&', '/airdrop?', '/launchpad?', '/account-delete?'])(
  'opens the token of the address on %s, and closing removes only its parameters',
  async (page) => {
    const { router } = openPage(`${page}${DIALOG}`)
    await screen.findByRole('dialog', { name: 'Item' })
    fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const { pathname, search } = router.state.location
    expect(`${pathname}${search}`).toBe(page.replace(/[?&]$/, ''))
  },
)

it('leaves a page alone that hosts the dialog itself', async () => {
  openPage(`/collection/stones?${DIALOG}`, HOSTS_TOKENS)
  await act(async () => {})
  expect(screen.queryByRole('dialog')).toBeNull()
})

const LINK = `/?tab=trending&${DIALOG}`
const OTHER = `collectionId=0x${'c'.repeat(64)}&tokenDataId=${OTHER_TOKEN}`

// @feature token.dialog
it.each([
  ['opened on its page', ['/activity', '/?tab=trending', LINK], '/activity'],
  [
    'and stepped to another item',
    ['/activity', '/?tab=trending', LINK, { replace: `/?tab=trending&${OTHER}` }],
    '/activity',
  ],
  ['opened from another page', ['/launchpad', '/activity', LINK], '/activity'],
  ['opened on another tab of its page', ['/activity', '/', LINK], '/'],
  ['opened by Forward', ['/activity', '/?tab=trending', LINK, -1, 1], '/activity'],
] as const)('once it is closed, Back leaves its page: %s', async (_, steps, back) => {
  const { router } = openPage('/help')
  for (const step of steps)
    await act(() => {
      if (typeof step === 'number') return router.navigate(step)
      return typeof step === 'string' ? router.navigate(step) : router.navigate(step.replace, { replace: true })
    })
  await screen.findByRole('dialog', { name: 'Item' })
  fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const address = () => router.state.location.pathname + router.state.location.search
  expect(address()).toBe('/?tab=trending')
  await act(() => router.navigate(-1))
  expect(address()).toBe(back)
})
