import type { ApiObject } from '../api/object.ts'
import type { RemoteConversion } from '../resources/remote-conversion.ts'
import type { Resource } from '../resources/resource.ts'
import type { Store, Stored } from '../store/store.ts'

/** The conversion of one version by a webhook. `showToWatchers` converts a stored state once for all watchers. */
export function remoteConversion({ show, convert }: Omit<RemoteConversion, 'showToWatchers'>): RemoteConversion {
  const shown = new WeakMap<Stored, Promise<ApiObject>>()
  return {
    show,
    convert,
    showToWatchers(stored) {
      let form = shown.get(stored)
      if (form === undefined) {
        form = show(stored.object)
        if (form === undefined) return undefined
        shown.set(stored, form)
        // The next request calls the webhook again.
        form.catch(() => shown.delete(stored))
      }
      return form
    },
  }
}

/**
 * Converts every change when it happens, once for all watchers, until the resource is withdrawn. The real server does
 * the same: each served version has its own watch cache.
 */
export function followConversions(store: Store, { storage, versions }: Resource, withdrawn: AbortSignal): void {
  const remotes = versions.flatMap(({ custom }) => custom?.remote ?? [])
  if (remotes.length === 0) return
  const start = (): void => {
    const following = store.watch({
      resource: storage,
      from: store.revision,
      listener({ current }) {
        for (const remote of remotes) void remote.showToWatchers(current)
      },
      ended(why) {
        if (why === 'compacted' && !withdrawn.aborted) start()
      },
    })
    withdrawn.addEventListener('abort', () => following.stop(), { once: true })
  }
  start()
}
