import { expect, it, vi } from 'vitest'
import { fileObstacle } from './file-obstacle.ts'

const page = (status: number) => new Response('<!doctype html>', { status })
const refusal = (status: number, message: string) =>
  Response.json({ error: { code: 'rate-limited', message, retryable: true, details: {} } }, { status })

// @feature token.download
it.each([
  ['the file', () => new Response('an image'), null],
  ['the API', () => refusal(429, 'Too many requests. Try again in 7 s.'), 'Too many requests. Try again in 7 s.'],
  ['a load balancer with too many requests', () => page(429), 'Too many requests. Try again in a minute.'],
  ['a load balancer without the API', () => page(503), 'The server had a problem.'],
  ['nothing', () => Promise.reject(new TypeError('Failed to fetch')), 'Couldn’t reach the server.'],
])('says why there is no file where %s answers', async (_who, answer, obstacle) => {
  vi.stubGlobal('fetch', async () => answer())
  expect(await fileObstacle('https://api.example/file')).toBe(obstacle)
})
