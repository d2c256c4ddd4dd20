// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { hydrateSite } from '../../testing/render-site.tsx'
import { RewardsGate } from './rewards-gate.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

// @feature wallet.drawn-at-once
it('marks what the server has rendered, for the style that hides it where a wallet is stored', async () => {
  const { html } = await hydrateSite(<RewardsGate />, {})
  expect(html).toContain('data-prerendered')
  expect(document.querySelector('[data-prerendered]')).toBeNull()
  expect(screen.getByRole('button', { name: 'Connect Wallet' })).not.toBeNull()
})
