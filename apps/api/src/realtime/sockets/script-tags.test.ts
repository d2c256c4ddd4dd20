import { expect, it } from 'vitest'
import { readConfig } from '../../config.ts'
import { clientIdentity } from '../../http/limits/client-address.ts'
import { startSocketServer } from '../../testing/socket-server.ts'
import { createSocketLimits } from './socket-limits.ts'

const config = readConfig({ OPAL_NETWORK: 'local', DATABASE_URL: 'postgres://nobody' })

it.each([
  ['j=0', 403],
  ['%6A=0', 403],
  ['j=', 403],
  ['t=1&j=2', 403],
  ['t=j', 200],
  ['', 200],
])(
  'a socket that would be answered by scripts, which pages of any origin may run, is refused: %s',
  async (query, status) => {
    const port = await startSocketServer(createSocketLimits(clientIdentity(config)))
    const answer = await fetch(`http://127.0.0.1:${port}/socket.io/?EIO=4&transport=polling&${query}`)
    expect(answer.status).toBe(status)
    expect(await answer.text()).not.toContain('___eio')
  },
)
