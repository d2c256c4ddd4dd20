import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { reloadOnMissingChunk } from './app/failures/reload-on-missing-chunk.ts'
import { holdPageData } from './app/loading/hold-page-data.ts'
import { watchStyles } from './shared/components/lazy/missing-styles.ts'

reloadOnMissingChunk(window)
holdPageData(window)
watchStyles(document)

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  )
})
