import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [reactRouter()],
  build: {
    target: 'es2022',
    // The page's security policy allows no fonts or scripts from data addresses.
    assetsInlineLimit: 0,
    // The wallet chunk is large by nature (the SDK) and loaded after paint; first-load weight has its own check.
    chunkSizeWarningLimit: 2000,
  },
})
