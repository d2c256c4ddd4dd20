// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { renderSite } from '../../../testing/render-site.tsx'
import { testingCollection } from '../../../testing/testing-collection.ts'
import CollectionAbout from './collection-about.tsx'

afterEach(cleanup)

it('leads to the creator without loading the site again', async () => {
  const collection = testingCollection(`0x${'c'.repeat(64)}`)
  const { router } = renderSite(<CollectionAbout collection={collection} />, {})
  await userEvent.setup().click(screen.getByRole('link', { name: collection.creatorAddress }))
  await expect.poll(() => router.state.location.pathname).toBe(`/${collection.creatorAddress}`)
})
