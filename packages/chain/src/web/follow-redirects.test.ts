import { expect, it } from 'vitest'
import { followRedirects } from './follow-redirects.ts'
import type { FetchTarget } from './public-hosts.ts'

const tooMany = () => new Error('too many')
const targetOf = (href: string, gateway: string | null = null): FetchTarget => ({ url: new URL(href), gateway })

/** Follows a host that redirects from address to address, and reads the last one. */
async function follow(first: FetchTarget, addresses: readonly string[]) {
  const asked: FetchTarget[] = []
  const read = followRedirects(
    first,
    async (target) => {
      asked.push(target)
      const next = addresses[asked.length - 1]
      return next === undefined ? { read: target.url.href } : { redirect: new URL(next) }
    },
    tooMany,
  )
  return { asked, read: await read.catch((error: Error) => error.message) }
}

it('reads what three redirects lead to, and no more', async () => {
  const there = ['https://b.example/', 'https://c.example/', 'https://d.example/']
  expect((await follow(targetOf('https://a.example/'), there)).read).toBe('https://d.example/')
  const { asked, read } = await follow(targetOf('https://a.example/'), [...there, 'https://e.example/'])
  expect([asked.length, read]).toEqual([4, 'too many'])
})

it('asks in the name of a gateway only below its base, and not again once it has led elsewhere', async () => {
  const base = 'http://10.0.0.1/ipfs'
  const there = [`${base}/b`, 'http://10.0.0.1/admin', `${base}/c`]
  const { asked } = await follow(targetOf(`${base}/a`, base), there)
  expect(asked.map(({ gateway }) => gateway)).toEqual([base, base, null, null])
})
