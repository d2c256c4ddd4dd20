// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { afterEach, describe, expect, test } from 'vitest'
import {
  type CommandName,
  type CommandRequests,
  commandRequest,
  explainMetric,
  finishCommand,
  focusSearch,
  openAirdrop,
  openConnect,
  openDisconnect,
  openOrderHealth,
  openSignIn,
  openTrade,
  SEARCH_FIELD_ID,
  useCommand,
} from './commands.ts'

const TRADE: CommandRequests['openTrade'] = { kind: 'buy', tokens: [] }
const SIGN_IN: CommandRequests['signIn'] = { purpose: 'save favourites', isAsked: false, done: () => {} }
const METRIC: CommandRequests['explainMetric'] = { metric: 'collection.floor', subject: { name: 'Stones' } }

const CASES: Readonly<{ [Name in CommandName]: readonly [open: () => void, expected: CommandRequests[Name]] }> = {
  openTrade: [() => openTrade(TRADE), TRADE],
  openConnect: [openConnect, true],
  openDisconnect: [openDisconnect, true],
  signIn: [() => openSignIn(SIGN_IN), SIGN_IN],
  explainMetric: [() => explainMetric(METRIC), METRIC],
  openOrderHealth: [() => openOrderHealth('loyalty'), 'loyalty'],
  openAirdrop: [openAirdrop, true],
  search: [() => focusSearch('stones'), 'stones'],
}
const NAMES = Object.keys(CASES) as CommandName[]

afterEach(() => {
  cleanup()
  for (const name of NAMES) finishCommand(name)
  document.body.innerHTML = ''
})

describe.each(NAMES)('%s', (name) => {
  const [open, expected] = CASES[name]

  test('hands its parameters to the feature that handles it, until that is done', () => {
    const { result } = renderHook(() => useCommand(name))
    expect(result.current).toBeNull()
    act(open)
    expect(result.current).toBe(expected)
    expect(commandRequest(name)).toBe(expected)
    act(() => finishCommand(name))
    expect(result.current).toBeNull()
  })

  test('stays open while every other command is done', () => {
    open()
    for (const other of NAMES) if (other !== name) finishCommand(other)
    expect(commandRequest(name)).toBe(expected)
  })
})

test('renders the handler of one command only', () => {
  let renders = 0
  renderHook(() => {
    renders += 1
    return useCommand('openTrade')
  })
  act(openConnect)
  expect(renders).toBe(1)
})

test('the server renders no open command', () => {
  openConnect()
  const Probe = () => <p>{String(useCommand('openConnect'))}</p>
  expect(renderToString(<Probe />)).toContain('null')
})

test('the airdrop asks for a wallet first', () => {
  openAirdrop()
  expect(commandRequest('openConnect')).toBe(true)
})

test('searching focuses the field, and keeps its text where none is given', () => {
  const field = document.createElement('input')
  field.id = SEARCH_FIELD_ID
  document.body.append(field)
  focusSearch()
  expect(document.activeElement).toBe(field)
  expect(commandRequest('search')).toBeNull()
})
