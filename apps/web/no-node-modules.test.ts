import { build } from 'vite'
import { expect, it } from 'vitest'
import { noNodeModules } from './no-node-modules.ts'

/** Builds a module that imports another one, for browsers or for the server. */
function building(imported: string, isServer: boolean): Promise<unknown> {
  const code = `import * as part from '${imported}'; console.log(part)`
  return build({
    configFile: false,
    logLevel: 'silent',
    plugins: [
      noNodeModules(),
      {
        name: 'entry',
        resolveId: (id) => (id === 'entry' ? '/entry.js' : undefined),
        load: (id) => (id === '/entry.js' ? code : undefined),
      },
    ],
    build: { write: false, ssr: isServer, rolldownOptions: { input: 'entry' } },
  })
}

it('a module of Node fails the build for browsers only, and says who imports it', async () => {
  await expect(building('node:crypto', false)).rejects.toThrow(
    '/entry.js imports node:crypto, which browsers do not have.',
  )
  await expect(building('node:crypto', true)).resolves.toBeDefined()
})
