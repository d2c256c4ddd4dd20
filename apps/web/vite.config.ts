import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'
import { firstLoadGroups, preloadedWithPart } from './first-load-groups.ts'
import { holdFirstLoad } from './hold-first-load.ts'
import { iconsByModule } from './icons-by-module.ts'
import { lazySignInWallets } from './lazy-sign-in-wallets.ts'
import { noNodeModules } from './no-node-modules.ts'
import { precompress } from './precompress.ts'

export default defineConfig({
  plugins: [noNodeModules(), lazySignInWallets(), iconsByModule(), reactRouter(), precompress(), holdFirstLoad()],
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: firstLoadGroups(),
            },
          },
        },
      },
    },
  },
  build: {
    target: 'es2022',
    // The page's security policy allows no fonts or scripts from data addresses.
    assetsInlineLimit: 0,
    modulePreload: { resolveDependencies: (_part, scripts) => preloadedWithPart(scripts) },
    // The wallet chunk is large by nature (the SDK) and loaded after paint; first-load weight has its own check.
    chunkSizeWarningLimit: 2000,
  },
})
