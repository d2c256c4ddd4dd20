import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { pageSession, VISITOR } from '../../entities/session/page-session.ts'
import { ApiFailure, renderSite } from '../../testing/render-site.tsx'
import { AccountEraser } from './account-eraser.tsx'
import { CONFIRMATION } from './erasure-labels.ts'

// @vitest-environment happy-dom
const WALLET = `0x${'a'.repeat(64)}`
const ERASED = { deleted: { favourites: 2 }, staysOnChain: 'What is on the chain stays there.' }
const UNKNOWN = /^We don’t know whether your account was erased\./

beforeEach(() => pageSession.set({ ...VISITOR, status: 'signed-in', wallet: WALLET }))
afterEach(() => {
  cleanup()
  pageSession.set(VISITOR)
  vi.unstubAllGlobals()
})

/** The server's reaction to an attempt. */
type Attempt = () => unknown
const refuse = (status: number, code: string) => () => {
  throw new ApiFailure(status, 'The server says why.', code)
}
const lost: Attempt = () => {
  throw new TypeError('fetch failed')
}

async function erase(attempts: readonly Attempt[]): Promise<void> {
  const left = [...attempts]
  renderSite(<AccountEraser />, { '/api/user/account': () => left.shift()?.() })
  await userEvent.type(screen.getByRole('textbox'), CONFIRMATION)
  for (const [at] of attempts.entries()) {
    await userEvent.click(screen.getByRole('button', { name: 'Erase my account' }))
    await waitFor(() => expect(left).toHaveLength(attempts.length - at - 1))
  }
}

describe('erasing an account', () => {
  // @feature account.delete
  it.each([
    ['got no answer', lost],
    ['failed on the server', refuse(500, 'internal')],
    ['met a server without a database', refuse(503, 'database-unavailable')],
    ['was answered with something else', () => ({ page: 'of a proxy' })],
  ])('does not claim that nothing was erased when the request %s, and says how to find out', async (_, attempt) => {
    await erase([attempt])
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toMatch(UNKNOWN)
    expect(alert.textContent).toMatch(/Try again: erasing twice does no harm/)
    expect(alert.textContent).not.toMatch(/Nothing was erased/)
  })

  // @feature account.delete
  it.each([
    ['rate-limited', 429],
    ['foreign-origin', 403],
    ['invalid-request', 400],
  ])('says that nothing was erased when the request is refused as %s', async (code, status) => {
    await erase([refuse(status, code)])
    expect((await screen.findByRole('alert')).textContent).toBe('Nothing was erased. The server says why.')
  })

  // @feature account.delete
  it('can be requested again when the response got lost', async () => {
    await erase([lost, () => ERASED])
    await screen.findByText('Your account has been erased')
    screen.getByText('2 favorites')
  })

  // @feature account.delete
  it('says that it is most likely done when the session is gone at the second attempt', async () => {
    await erase([lost, refuse(401, 'sign-in-required')])
    await waitFor(() => expect(pageSession.get().wallet).toBeNull())
    expect((await screen.findByRole('alert')).textContent).toMatch(
      /^Your session has ended, as it does after erasing\./,
    )
  })

  // @feature account.delete
  it('stays unknown when the second attempt is refused after a lost response', async () => {
    await erase([lost, refuse(429, 'rate-limited')])
    await waitFor(() => expect(screen.getByRole('alert').textContent).toMatch(/^We still don’t know/))
  })
})
