import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const compress = promisify(brotliCompress)
const zip = promisify(gzip)
const TEXT = /\.(?:js|css|svg)$/

/** Writes a `.br` and a `.gz` file for every script and style sheet of the client, at the highest quality: once, not per request. */
export function precompress(): Plugin {
  return {
    name: 'opal:precompress',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    async writeBundle(options, bundle) {
      const files = Object.values(bundle).filter(({ fileName }) => TEXT.test(fileName))
      await Promise.all(
        files.map(async (file) => {
          const text = file.type === 'chunk' ? file.code : file.source
          const compressed = await compress(text, {
            params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY },
          })
          const path = join(options.dir ?? '.', file.fileName)
          await writeFile(`${path}.br`, compressed)
          await writeFile(`${path}.gz`, await zip(text, { level: constants.Z_BEST_COMPRESSION }))
        }),
      )
    },
  }
}
