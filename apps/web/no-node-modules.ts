import type { Plugin } from 'vite'

/**
 * Fails the build where the site's own code, or one of our packages, imports a module of Node for browsers. Vite would leave an empty object in its
 * place: the chunk fails once it is loaded.
 */
export function noNodeModules(): Plugin {
  return {
    name: 'no-node-modules',
    enforce: 'pre',
    resolveId(source, importer) {
      const isOurs = importer !== undefined && !importer.includes('/node_modules/')
      if (source.startsWith('node:') && isOurs && this.environment.name === 'client')
        this.error(`${importer} imports ${source}, which browsers do not have.`)
    },
  }
}
