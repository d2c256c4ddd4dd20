import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { renderSite } from '../../testing/render-site.tsx'
import { NotificationSettings } from './notification-settings.tsx'

// @vitest-environment happy-dom
const ME = `0x${'a'.repeat(64)}`

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

// @feature notifications.settings
it('saves settings one after the other, so that an older answer undoes no newer change', async () => {
  const isOn = { sold: false, outbid: false }
  type Type = keyof typeof isOn
  const answered = () => ({
    settings: (['sold', 'outbid'] as const).map((type) => ({ type, isOn: isOn[type], thresholdBps: null })),
  })
  const asked: Type[] = []
  const first = Promise.withResolvers<void>()
  const settings = async (body: unknown, _url: URL, method: string) => {
    if (method === 'GET') return answered()
    const change = body as { type: Type; isOn: boolean }
    asked.push(change.type)
    isOn[change.type] = change.isOn
    const answer = answered()
    if (asked.length === 1) await first.promise
    return answer
  }
  const path = '/user/notification-settings'
  renderSite(<NotificationSettings wallet={ME} />, { [`/data${path}`]: settings, [`/api${path}`]: settings })
  const box = (name: string) => screen.findByRole('switch', { name })
  fireEvent.click(await box('Sold'))
  fireEvent.click(await box('Outbid'))
  await waitFor(() => expect(asked).toEqual(['sold']))
  first.resolve()
  await waitFor(async () => expect((await box('Outbid')).getAttribute('aria-checked')).toBe('true'))
  expect((await box('Sold')).getAttribute('aria-checked')).toBe('true')
  expect(asked).toEqual(['sold', 'outbid'])
})
