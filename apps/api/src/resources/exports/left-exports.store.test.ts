import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { EXAMPLE } from '@opal/contract/shapes/example-ids'
import { readWalletLots } from '@opal/store/queries/portfolio/lots'
import { expect, it, vi } from 'vitest'
import { createTestApi } from '../../testing/test-api.ts'

vi.mock(import('@opal/store/queries/portfolio/lots'), async (original) => ({
  ...(await original()),
  readWalletLots: vi.fn(),
}))

it('files whose readers have left are not read, however many they are, and hold up none of another client', async () => {
  await using api = await createTestApi()
  const { promise: isRead, resolve: goOn } = Promise.withResolvers<readonly []>()
  const read = vi.mocked(readWalletLots).mockReturnValue(isRead)
  const origin = new URL(await api.server.listen({ host: '127.0.0.1', port: 0 }))
  const begin = async (client: string): Promise<Socket> => {
    const socket = connect(Number(origin.port), '127.0.0.1')
    await once(socket, 'connect')
    const path = `/data/user/export/pnl/${EXAMPLE.owner}`
    socket.write(`GET ${path} HTTP/1.1\r\nhost: a\r\nx-forwarded-for: ${client}\r\nconnection: close\r\n\r\n`)
    return socket
  }
  const stillOpen = () =>
    new Promise<number>((resolve) => api.server.server.getConnections((_, count) => resolve(count)))
  // As soon as its files are closed, a client may open others.
  for (let round = 0; round < 10; round += 1) {
    const sockets = [await begin('203.0.113.1'), await begin('203.0.113.1')]
    await expect.poll(() => read.mock.calls.length).toBeGreaterThan(0)
    for (const socket of sockets) socket.destroy()
    await expect.poll(stillOpen).toBe(0)
  }
  const other = await begin('203.0.113.2')
  await expect.poll(() => read.mock.calls.length).toBe(2)
  goOn([])
  const [head] = (await once(other, 'data')) as [Buffer]
  expect(String(head)).toMatch(/^HTTP\/1\.1 200 /)
  expect(read).toHaveBeenCalledTimes(2)
})
