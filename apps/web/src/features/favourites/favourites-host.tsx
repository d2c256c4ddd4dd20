import { showToast } from '@opal/ui/feedback/show-toast'
import { useEffect, useRef } from 'react'
import { useSite } from '../../app/site.tsx'
import { favourites, openFavourites } from '../../entities/collection/favourites.ts'
import { pageSession } from '../../entities/session/page-session.ts'
import { failureSentence } from '../../shared/format/failure-sentence.ts'
import { useStore } from '../../shared/hooks/store.ts'
import { useOnMount } from '../../shared/hooks/use-on-mount.ts'

/** Loads this browser's favourites, and synchronises them with the signed-in wallet's list. */
export default function FavouritesHost() {
  const { api } = useSite()
  const { wallet } = useStore(pageSession)
  const { unsaved } = useStore(favourites)
  const pulledFor = useRef<string | null>(null)
  const busy = useRef(false)
  useOnMount(openFavourites)
  useEffect(() => {
    if (wallet === null) pulledFor.current = null
    if (wallet === null || busy.current || (unsaved.length === 0 && pulledFor.current === wallet)) return
    busy.current = true
    void syncFavourites(api, wallet, pulledFor.current !== wallet).then((done) => {
      busy.current = false
      // A failed synchronisation is retried at the next star or page load.
      if (done) pulledFor.current = wallet
      if (done && favourites.get().unsaved.length > 0) favourites.set((now) => ({ ...now, unsaved: [...now.unsaved] }))
    })
  }, [api, wallet, unsaved])
  return null
}

async function syncFavourites(api: ReturnType<typeof useSite>['api'], wallet: string, pull: boolean): Promise<boolean> {
  try {
    const { pushFavourites, pullFavourites } = await import('./sync-favourites.ts')
    await pushFavourites(api)
    if (pull) await pullFavourites(api, wallet)
    return true
  } catch (error) {
    const reason = failureSentence(error)
    await showToast(`Saved in this browser only: couldn’t load your wallet’s favorites. ${reason}`, 'error')
    return false
  }
}
