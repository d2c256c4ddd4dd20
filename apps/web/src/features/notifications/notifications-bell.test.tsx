// @vitest-environment happy-dom
import { act, cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { commandRequest, finishCommand } from '../../app/commands.ts'
import { renderSite } from '../../testing/render-site.tsx'
import NotificationsBell from './notifications-bell.tsx'

afterEach(() => {
  cleanup()
  finishCommand('signIn')
})

const WALLET = `0x${'a'.repeat(64)}`

// @feature notifications.bell
it.each([
  ['is open again once the visitor has signed in', WALLET, true],
  ['stays closed when the visitor gives up', null, false],
] as const)('%s', async (_, wallet, isOpen) => {
  renderSite(<NotificationsBell />, {})
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: 'Alerts' }))
  await user.click(await screen.findByRole('button', { name: 'Sign in with Aptos' }))
  expect(screen.queryByRole('dialog', { name: 'Alerts' })).toBeNull()
  expect(commandRequest('signIn')?.purpose).toBe('get alerts')
  await act(async () => commandRequest('signIn')?.done(wallet))
  expect(screen.queryByRole('dialog', { name: 'Alerts' }) !== null).toBe(isOpen)
})
