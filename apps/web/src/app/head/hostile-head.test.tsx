import { renderToString } from 'react-dom/server'
import { createRoutesStub, Meta } from 'react-router'
import { expect, it } from 'vitest'
import { headConfig, pageHead } from './page-head.ts'

/** A token name as an attacker would mint it: ends scripts, comments and attributes, and begins others. */
const NAME = `</script><script>alert(1)</script><!-- "><img src=x onerror='alert(2)'> ]]> \u2028 &lt;`
const config = headConfig([{ id: 'root', loaderData: { config: { publicUrl: 'https://opal.example' } } }])
const card = { url: 'https://api.example/card', width: 1200, height: 630, type: 'image/png' }

it('escapes names from the chain in the page head and in its structured data', () => {
  const structured = { '@type': 'Product', name: NAME, brand: { '@type': 'Brand', name: NAME } }
  const head = pageHead(config, { title: NAME, description: NAME, path: '/collection/x', card, structured })
  const Page = createRoutesStub([{ path: '/', Component: () => <Meta />, meta: () => head }])
  const markup = renderToString(<Page initialEntries={['/']} />)
  expect(markup.match(/<script/g)).toHaveLength(1)
  expect(markup.match(/<\/script>/g)).toHaveLength(1)
  expect(markup).not.toMatch(/<img|<!--\s*"/)
  const [, json = ''] = /<script type="application\/ld\+json">(.*)<\/script>/.exec(markup) ?? []
  expect(JSON.parse(json)).toMatchObject({ name: NAME, brand: { name: NAME } })
})
