import { NOTIFICATION_TYPES } from '@opal/domain/live/notification-types'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { ApiFailure, renderSite } from '../../testing/render-site.tsx'
import { TYPE_LABELS } from './notification-labels.ts'
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

// @feature notifications.settings
it.each(NOTIFICATION_TYPES)(
  'turns %s on and off and no other kind, and keeps what could not be saved as it was',
  async (type) => {
    const isOn = new Map<string, boolean>(NOTIFICATION_TYPES.map((one, at) => [one, at % 2 === 0]))
    const asked: unknown[] = []
    let isDown = false
    const settings = (body: unknown, _url: URL, method: string) => {
      if (isDown) throw new ApiFailure(500, 'Down.')
      if (method !== 'GET') {
        asked.push(body)
        const change = body as { type: string; isOn: boolean }
        isOn.set(change.type, change.isOn)
      }
      return { settings: NOTIFICATION_TYPES.map((one) => ({ type: one, isOn: isOn.get(one), thresholdBps: null })) }
    }
    const path = '/user/notification-settings'
    renderSite(<NotificationSettings wallet={ME} />, { [`/data${path}`]: settings, [`/api${path}`]: settings })
    await screen.findByRole('switch', { name: TYPE_LABELS[type].name })
    const shown = () =>
      NOTIFICATION_TYPES.map((one) => {
        const box = screen.getByRole('switch', { name: TYPE_LABELS[one].name })
        return box.getAttribute('aria-checked') === 'true'
      })
    const press = () => fireEvent.click(screen.getByRole('switch', { name: TYPE_LABELS[type].name }))
    const before = NOTIFICATION_TYPES.map((_, at) => at % 2 === 0)
    const turned = before.map((was, at) => (NOTIFICATION_TYPES[at] === type ? !was : was))
    expect(shown()).toEqual(before)
    press()
    await waitFor(() => expect(shown()).toEqual(turned))
    isDown = true
    press()
    await screen.findByText('Couldn’t save that setting. Try again.')
    expect(shown()).toEqual(turned)
    isDown = false
    press()
    await waitFor(() => expect(shown()).toEqual(before))
    const [first = false] = turned.filter((_, at) => NOTIFICATION_TYPES[at] === type)
    expect(asked).toEqual([
      { type, isOn: first },
      { type, isOn: !first },
    ])
  },
)

// @feature notifications.settings
it.each([
  [500, ['1%', '2.5%', '5%', '10%', '20%', '50%']],
  [700, ['1%', '2.5%', '5%', '7%', '10%', '20%', '50%']],
])('has the floor’s threshold chosen, %i basis points before, while its kind is on', async (bps, steps) => {
  let floor = { isOn: true, thresholdBps: bps }
  const asked: unknown[] = []
  const settings = (body: unknown, _url: URL, method: string) => {
    if (method !== 'GET') {
      asked.push(body)
      floor = { ...floor, ...(body as object) }
    }
    return { settings: [{ type: 'floor-moved', ...floor }] }
  }
  const path = '/user/notification-settings'
  renderSite(<NotificationSettings wallet={ME} />, { [`/data${path}`]: settings, [`/api${path}`]: settings })
  const user = userEvent.setup()
  const select = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Floor moved by at least' })
  expect(select.value).toBe(String(bps))
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(
    steps.map((step) => `by ${step} or more`),
  )
  await user.selectOptions(select, 'by 20% or more')
  await waitFor(() => expect(select.value).toBe('2000'))
  expect(asked).toEqual([{ type: 'floor-moved', thresholdBps: 2000 }])
  await user.click(screen.getByRole('switch', { name: 'Floor moved' }))
  await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull())
})
